# shellcheck shell=bash
# Everything in this folder, in the order in which one stands on the other.

LIB=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source-path=SCRIPTDIR
for part in base versions host apt kept cargo-tools npm-tools wasm-target site look package collector browsers postgres tally release trial; do
  # shellcheck source=/dev/null
  . "$LIB/$part.sh"
done
unset part

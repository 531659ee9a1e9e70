# shellcheck shell=bash
# What we expect to find and don't install ourselves: Rust, a C compiler, Node.

need_rust() {
  { has cargo && has rustc; } || fail "Rust is not installed. Get it from https://rustup.rs, then run this again."
  local version
  # First without rustup's help: on a closed network it would try for minutes to fetch what
  # rust-toolchain.toml names, such as the target for WASM.
  version=$({ RUSTUP_AUTO_INSTALL=0 rustc --version || at_most 600 rustc --version; } 2>/dev/null | awk '{ print $2 }') \
    || fail "\`rustc --version\` does not answer in this folder. Is the toolchain that rust-toolchain.toml names installed?"
  at_least "$version" "$RUST_OLDEST" \
    || fail "Rust $version is installed, but Sotto needs $RUST_OLDEST or later: run \`rustup update stable\`."
  has cc || fail "No C compiler (cc) is on PATH. On Debian: apt-get install build-essential."
}

NOT_FETCHED="The dependencies could not be fetched; what cargo said stands above. Once there is a network, run this again. (Was a Cargo.toml changed? \`cargo update --workspace\` brings Cargo.lock up to date; builds never change it.)"

# The crates of Cargo.lock, so that cargo needs no network later.
fetch_crates() {
  (cd "$ROOT" && thrice cargo fetch --quiet --locked </dev/null) || fail "$NOT_FETCHED"
}

need_node() {
  { has node && has npm; } || fail "Node and npm are not on PATH. Sotto needs Node $NODE_OLDEST or later: https://nodejs.org."
  local version
  version=$(node --version)
  at_least "${version#v}" "$NODE_OLDEST" \
    || fail "Node ${version#v} is installed, but Sotto needs $NODE_OLDEST or later: https://nodejs.org."
}

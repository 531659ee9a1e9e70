# shellcheck shell=bash
# The collector: the native binary `sotto`.

# shellcheck disable=SC2034 # run and test start it
COLLECTOR="$ROOT/target/release/sotto"

build_collector() {
  need_rust
  say "Building the collector: 5 to 10 minutes the first time, seconds after that."
  (cd "$ROOT" && cargo build --locked --quiet --release --target-dir target -p sotto-cli --bin sotto </dev/null) \
    || fail "The collector could not be built; what cargo said stands above."
}

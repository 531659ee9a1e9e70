# shellcheck shell=bash disable=SC2034 # COLLECTOR is read by run and test.
# The collector: the native binary `sotto`.

COLLECTOR="${CARGO_TARGET_DIR:-$ROOT/target}/release/sotto"

build_collector() {
  need_rust
  say "Building the collector: 3 to 6 minutes the first time, then seconds."
  (cd "$ROOT" && cargo build --locked --quiet --release -p sotto-collector --bin sotto </dev/null) \
    || fail "The collector could not be built; what cargo said stands above."
}

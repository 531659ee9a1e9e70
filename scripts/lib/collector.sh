# shellcheck shell=bash
# The collector: the native binary `sotto`.

# shellcheck disable=SC2034 # run starts it
COLLECTOR="$ROOT/target/release/sotto"

# Where Cargo lays the one that is compiled with the tests. It shows what a collector does, not how fast.
# shellcheck disable=SC2034 # test starts it
TESTED_COLLECTOR="$ROOT/target/debug/sotto"

build_collector() {
  need_rust
  fetch_crates
  say "Building the collector: 5 to 10 minutes the first time, seconds after that."
  (cd "$ROOT" && cargo build --offline --locked --quiet --release --target-dir target -p sotto-cli --bin sotto </dev/null) \
    || build_failed "The collector could not be built; what cargo said stands above."
}

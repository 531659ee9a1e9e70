# shellcheck shell=bash
# Compiling for a browser: the target wasm32-unknown-unknown of the toolchain at hand.

need_wasm_target() {
  ! has_wasm_target || return 0
  has rustup || fail "This Rust cannot compile for browsers: it lacks the target wasm32-unknown-unknown. With rustup (https://rustup.rs) it would be fetched."
  say "Asking rustup for the target wasm32-unknown-unknown: seconds."
  { thrice at_most 120 rustup target add wasm32-unknown-unknown >&2 </dev/null && has_wasm_target; } \
    || fail "rustup could not add the target wasm32-unknown-unknown; what it said stands above. Once there is a network, run this again."
}

has_wasm_target() {
  local folder
  # Without rustup's help, which would wait for a network.
  folder=$(cd "$ROOT" && RUSTUP_AUTO_INSTALL=0 rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null) || return 1
  compgen -G "$folder/libstd-*.rlib" >/dev/null
}

# Trunk runs cargo offline, so that it never waits for a network: what it needs must be here first.
fetch_for_browser() {
  need_wasm_target
  fetch_crates
}

# `for_browser COMMAND…` runs a command whose cargo compiles what browsers are sent.
for_browser() {
  need_wasm_target
  # Else paths of the machine that built it could be read in the WASM, and its hash would differ from machine
  # to machine. Its folder is its own, so that other builds, which go without these flags, leave it as it is.
  local flags="--remap-path-prefix=$ROOT=sotto"$'\x1f'"--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
  env CARGO_TARGET_DIR="$ROOT/target/browser" CARGO_ENCODED_RUSTFLAGS="$flags" "$@"
}

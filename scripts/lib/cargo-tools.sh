# shellcheck shell=bash
# Tools from crates.io: used if PATH has the right version, else fetched or built into $TOOLS/bin.

need_trunk() {
  # It neither fetches nor serves anything here, so it needs no TLS.
  cargo_tool trunk "$TRUNK_VERSION" "2 to 4 minutes" trunk --locked --no-default-features
}

need_wasm_bindgen() {
  # Not --locked: the lock file that this crate ships names a dependency that was withdrawn. What works
  # on WASM is compiled a little better than the rest.
  cargo_tool wasm-bindgen "$WASM_BINDGEN_VERSION" "1 to 2 minutes" wasm-bindgen-cli --no-default-features \
    --config profile.release.package.walrus.opt-level=1 \
    --config profile.release.package.wasmparser.opt-level=1 \
    --config profile.release.package.wasm-bindgen-cli-support.opt-level=1
}

need_nextest() {
  # Any version on PATH will do: the tests rely on no setting of a certain one.
  if ! has cargo-nextest; then
    cargo_tool cargo-nextest "$NEXTEST_VERSION" "3 to 6 minutes" cargo-nextest --locked
  fi
}

need_geckodriver() {
  cargo_tool geckodriver "$GECKODRIVER_VERSION" "1 to 2 minutes" geckodriver --locked
}

# `cargo_tool COMMAND VERSION DURATION CRATE [FLAG…]`
cargo_tool() {
  local command=$1 version=$2 duration=$3 crate=$4
  shift 4
  has_version "$command" "$version" && return
  if has cargo-binstall; then
    say "Fetching $crate $version (seconds if there is a prebuilt one, else $duration)."
    if cargo binstall --no-confirm --root "$TOOLS" "$crate@$version" && has_version "$command" "$version"; then
      return
    fi
    say "That did not work."
  fi
  say "Building $crate $version, once for all: $duration."
  # Quick to build, not quick to run: these tools work for seconds. One target folder, so that they
  # share what they have in common and an interrupted build goes on where it was.
  env CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_STRIP=none \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0 \
    CARGO_TARGET_DIR="$TOOLS/build" \
    cargo install "$crate" --version "$version" --root "$TOOLS" --force --quiet "$@" </dev/null \
    || fail "$crate $version could not be built. Without it: put $command $version on PATH and run this again."
  has_version "$command" "$version" \
    || fail "$crate $version was built, but $command does not answer with that version."
}

# All that it says is read before it is looked at: a command whose pipe is closed while it still speaks
# fails, or not, as it happens.
has_version() {
  local said
  has "$1" && said=$("$1" --version 2>/dev/null) || return 1
  grep -qwF -- "$2" <<<"${said%%$'\n'*}"
}

# The tools are built; what they were built from is some gigabytes.
forget_tool_builds() {
  rm -rf "$TOOLS/build"
}

# shellcheck shell=bash
# Tools from crates.io: used if PATH has the right version, else fetched (by `cargo binstall`, or from the tool's release
# page, with a hash that prebuilt.txt pins) or built into a folder of $TOOLS that bears the version.

need_trunk() {
  # It neither fetches nor serves anything here, so it needs no TLS.
  cargo_tool trunk "$TRUNK_VERSION" "3 to 6 minutes" trunk --locked --no-default-features
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
  local command=$1 version=$2 folder="$TOOLS/cargo/$4-$2"
  has_version "$command" "$version" && return
  # One that does not answer was made for another machine.
  if is_kept "$folder" && ! has_version "$folder/bin/$command" "$version"; then
    rm -f "$folder/complete"
  fi
  keep "$folder" make_cargo_tool "$@"
  use_kept_tool "$4" "$version"
}

# `has_tool COMMAND VERSION CRATE`: on PATH, or kept.
has_tool() {
  has_version "$1" "$2" || is_kept "$TOOLS/cargo/$3-$2"
}

# `use_kept_tool CRATE VERSION` puts a tool on PATH, if it is kept.
use_kept_tool() {
  local folder="$TOOLS/cargo/$1-$2"
  is_kept "$folder" || return 1
  export PATH="$folder/bin:$PATH"
}

# `make_cargo_tool COMMAND VERSION DURATION CRATE [FLAG…] FOLDER` fetches or builds it into FOLDER/bin.
make_cargo_tool() {
  local command=$1 version=$2 duration=$3 crate=$4 folder=${*: -1}
  local -a flags=("${@:5:$#-5}")
  if has cargo-binstall; then
    say "Fetching $crate $version (seconds if there is a prebuilt one, else $duration)."
    if thrice cargo binstall --no-confirm --root "$folder" "$crate@$version" </dev/null \
      && has_version "$folder/bin/$command" "$version"; then
      return
    fi
    say "That did not work."
  fi
  ! fetch_prebuilt "$command" "$crate" "$version" "$folder" || return 0
  say "Building $crate $version, once for all: $duration."
  # Quick to build, not quick to run: these tools work for seconds. What it is built from outlives an
  # interruption, so that the next try goes on where this one was; once built, some gigabytes go.
  local build="$TOOLS/build/$crate-$version"
  thrice env CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_STRIP=none \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0 \
    CARGO_TARGET_DIR="$build" \
    cargo install "$crate" --version "$version" --root "$folder" --force --quiet ${flags[@]+"${flags[@]}"} </dev/null \
    || fail "$crate $version could not be built. Without it: put $command $version on PATH and run this again."
  has_version "$folder/bin/$command" "$version" \
    || fail "$crate $version was built, but $command does not answer with that version."
  rm -rf "$build"
}

# `fetch_prebuilt COMMAND CRATE VERSION FOLDER` puts what the tool's makers published into FOLDER/bin, if prebuilt.txt pins
# that for this machine, and fails otherwise: then the tool is compiled.
fetch_prebuilt() {
  local command=$1 crate=$2 version=$3 folder=$4 pinned address archive found
  read -r pinned address < <(awk -v wanted="$crate $version $(uname -sm)" \
    '$1 " " $2 " " $3 " " $4 == wanted { print $5, $6 }' "$ROOT/scripts/lib/prebuilt.txt") || return 1
  { has curl && has sha256sum; } || return 1
  say "Fetching $crate $version from its release page: seconds."
  archive="$folder/published.tar.gz"
  if ! curl --proto '=https' --fail --silent --show-error --location --connect-timeout 10 --max-time 300 \
    --output "$archive" "$address" </dev/null; then
    say "$address cannot be reached from here."
    return 1
  fi
  found=$(sha256sum <"$archive")
  found=${found%% *}
  if [ "$found" != "$pinned" ]; then
    rm -f "$archive"
    say "What came from $address has the SHA-256 $found, not $pinned as scripts/lib/prebuilt.txt pins: it is not used."
    return 1
  fi
  mkdir -p "$folder/bin" && tar -xzf "$archive" -C "$folder/bin" "$command" && rm -f "$archive" \
    && has_version "$folder/bin/$command" "$version" && return
  say "What was published does not run here."
  return 1
}

# All that it says is read before it is looked at: a command whose pipe is closed while it still speaks
# fails, or not, as it happens.
has_version() {
  local said
  has "$1" && said=$("$1" --version 2>/dev/null) || return 1
  grep -qwF -- "$2" <<<"${said%%$'\n'*}"
}

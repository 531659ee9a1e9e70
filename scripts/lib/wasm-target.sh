# shellcheck shell=bash
# A compiler for wasm32-unknown-unknown, by one of two ways:
#   rustup   the toolchain at hand has the target, or can get it;
#   debian   Debian's own toolchain beside it, with the standard library built from its sources: for
#            networks that reach package registries and nothing else. Built for size, that makes the
#            bundle a tenth smaller.
# SOTTO_WASM=rustup or =debian chooses; otherwise it is the first that works, and remains it: with these
# tools, what is built must not change with how fast a server answers today.

DEBIAN_RUST_PACKAGES=(rustc-web cargo-web rust-web-src lld-19)
DECIDED_WASM_WAY="$TOOLS/wasm-way"
NO_RUSTUP_TARGET="$TOOLS/no-rustup-target"
# Else rustup might ask for it again whenever cargo runs.
if [ -e "$NO_RUSTUP_TARGET" ]; then
  export RUSTUP_AUTO_INSTALL=0
fi

need_wasm_target() {
  [ -z "${WASM_WAY:-}" ] || return 0
  case ${SOTTO_WASM:-} in
    rustup)
      has_rust_target || add_rust_target || fail "rustup could not add the target wasm32-unknown-unknown."
      WASM_WAY=rustup
      ;;
    debian)
      need_debian_rust
      WASM_WAY=debian
      ;;
    "")
      [ -s "$DECIDED_WASM_WAY" ] || one_at_a_time wasm-way decide_wasm_way
      WASM_WAY=$(<"$DECIDED_WASM_WAY")
      case $WASM_WAY in
        rustup)
          has_rust_target || ask_rustup_patiently \
            || fail "rustup could not add the target wasm32-unknown-unknown, with which the WASM was compiled before. SOTTO_WASM=debian goes the other way; to decide anew, delete $DECIDED_WASM_WAY."
          ;;
        debian)
          [ ! -e "$NO_RUSTUP_TARGET" ] || export RUSTUP_AUTO_INSTALL=0
          need_debian_rust
          ;;
        *) fail "In $DECIDED_WASM_WAY stands \"$WASM_WAY\": delete it, to decide anew." ;;
      esac
      ;;
    *) fail "SOTTO_WASM is \"$SOTTO_WASM\": it can be rustup or debian." ;;
  esac
}

# Decides once for all who use these tools, and says so.
decide_wasm_way() {
  [ ! -s "$DECIDED_WASM_WAY" ] || return 0
  local way=rustup whose=rustup other=debian
  if ! has_rust_target && ! add_rust_target; then
    need_debian_rust
    way=debian whose=Debian other=rustup
  fi
  echo "$way" >"$DECIDED_WASM_WAY" || fail "$DECIDED_WASM_WAY could not be written."
  say "From now on the WASM is compiled by $whose's compiler. (SOTTO_WASM=$other goes the other way; to decide anew, delete $TOOLS/wasm-way and no-rustup-target beside it.)"
}

# Whether the package lists, which may be old, know a Rust that is new enough, and all it needs.
offers_debian_rust() {
  local version
  version=$(apt-cache policy rustc-web 2>/dev/null | awk '$1 == "Candidate:" { print $2 }')
  at_least "${version%%+*}" "$RUST_OLDEST" \
    && apt_get install -y --no-install-recommends --simulate "${DEBIAN_RUST_PACKAGES[@]}" >/dev/null 2>&1
}

has_rust_target() {
  local folder
  folder=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null) || return 1
  compgen -G "$folder/libstd-*.rlib" >/dev/null
}

add_rust_target() {
  has rustup || return 1
  # A closed network lets this hang until the limit: once is enough.
  if [ -e "$NO_RUSTUP_TARGET" ] && [ "${SOTTO_WASM:-}" != rustup ]; then
    return 1
  fi
  say "Asking rustup for the target wasm32-unknown-unknown: seconds, and never more than a minute."
  if at_most 60 rustup target add wasm32-unknown-unknown >/dev/null 2>&1 </dev/null && has_rust_target; then
    rm -f "$NO_RUSTUP_TARGET"
    return 0
  fi
  say "rustup cannot get it here. (Remembered in $NO_RUSTUP_TARGET.)"
  touch "$NO_RUSTUP_TARGET"
  export RUSTUP_AUTO_INSTALL=0
  return 1
}

# As long as it takes: another compiler would make another bundle.
ask_rustup_patiently() {
  has rustup || return 1
  say "Asking rustup for the target wasm32-unknown-unknown."
  thrice at_most 120 rustup target add wasm32-unknown-unknown </dev/null && has_rust_target
}

has_debian_rust() {
  [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] && has wasm-ld-19 \
    && [ -e "$(debian_rust_sources)/library/std/Cargo.toml" ] \
    && at_least "$(/usr/bin/rustc --version | awk '{ print $2 }')" "$RUST_OLDEST"
}

debian_rust_sources() {
  echo "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust"
}

need_debian_rust() {
  has_debian_rust && return
  can_apt || fail "There is no compiler for wasm32-unknown-unknown: rustup cannot add the target, and Debian's packages (${DEBIAN_RUST_PACKAGES[*]}) need apt-get as root or with sudo."
  say "Installing Debian's Rust with the sources of its standard library: about half a minute."
  offers_debian_rust || quietly "apt-get update" thrice apt_get update
  apt_install "${DEBIAN_RUST_PACKAGES[@]}"
  has_debian_rust || fail "Debian's Rust is installed, but is older than $RUST_OLDEST or lacks a part. With a network that reaches it: rustup target add wasm32-unknown-unknown."
}

# Links to Debian's programs, in a folder that can stand first on PATH. Only what is missing is made:
# another clone may be compiling through them.
make_debian_shims() {
  local program
  mkdir -p "$1"
  for program in cargo cargo-clippy rustc; do
    [ -L "$1/$program" ] || ln -sfn "/usr/bin/$program" "$1/$program"
  done
}

# Clippy of the compiler that compiles for the browser.
need_browser_clippy() {
  need_wasm_target
  [ "$WASM_WAY" = debian ] && ! [ -x /usr/bin/clippy-driver ] || return 0
  can_apt || fail "The lints of what a browser runs need Debian's rust-web-clippy, beside Debian's compiler."
  apt_install rust-web-clippy
}

# Trunk runs cargo offline, so that it never waits for a network: what it needs must be here first.
fetch_for_browser() {
  need_wasm_target
  # By the cargo that will look for them.
  (cd "$ROOT" && thrice for_browser bundle cargo fetch --quiet --locked) || fail "$NOT_FETCHED"
  if [ "$WASM_WAY" = debian ]; then
    thrice for_browser bundle cargo fetch --quiet --locked --target wasm32-unknown-unknown \
      --manifest-path "$(debian_rust_sources)/library/Cargo.toml" \
      || fail "The standard library's dependencies could not be fetched; what cargo said stands above."
  fi
}

# `for_browser PURPOSE COMMAND…` runs a command whose cargo compiles for the browser. PURPOSE is
# `bundle` (as small as can be) or `tests` (panics must say what happened). Each has its own target
# folder: builds for the host, with another compiler, must not get mixed with these.
for_browser() {
  local purpose=$1
  shift
  local -a environment=() flags=()
  # Without this, paths of the machine that built it could be read in the WASM, and its hash would
  # differ from machine to machine.
  flags+=("--remap-path-prefix=$ROOT=sotto" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo")
  case $purpose in
    bundle) environment+=(CARGO_TARGET_DIR="$ROOT/target/browser") ;;
    tests) environment+=(CARGO_TARGET_DIR="$ROOT/target/browser-tests") ;;
  esac
  need_wasm_target
  if [ "$WASM_WAY" = debian ]; then
    local shims="$TOOLS/debian-rust"
    make_debian_shims "$shims"
    flags+=("--remap-path-prefix=$(debian_rust_sources)=rust")
    environment+=(
      PATH="$shims:$PATH"
      RUSTC=/usr/bin/rustc
      RUSTC_BOOTSTRAP=1
      "CARGO_UNSTABLE_BUILD_STD=std,panic_abort"
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19
    )
    if [ "$purpose" = bundle ]; then
      # Nobody reads a debug form, or where a panic arose, in a visitor's browser.
      flags+=(-Zunstable-options -Cpanic=immediate-abort -Zfmt-debug=none -Zlocation-detail=none)
      environment+=(CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size)
    fi
  fi
  local encoded
  encoded=$(IFS=$'\x1f'; echo "${flags[*]}")
  env CARGO_ENCODED_RUSTFLAGS="$encoded" "${environment[@]}" "$@"
}

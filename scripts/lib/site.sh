# shellcheck shell=bash
# The browser side, bundled into dist/.

SITE_INPUTS=(
  Cargo.toml Cargo.lock Trunk.toml index.html src www
  crates/sotto-ldp crates/sotto-survey crates/sotto-ui crates/sotto-widget crates/sotto-results crates/sotto-crowd
  scripts/bundle scripts/finish-bundle.mjs scripts/lib/site.sh scripts/lib/wasm-target.sh scripts/lib/versions.sh
)
SITE_STAMP="$ROOT/target/browser/site.stamp"

# What the site is made from, as one hash.
site_stamp() {
  (cd "$ROOT" && node scripts/lib/stamp.mjs "${SITE_INPUTS[@]}")
}

# The stamp's two words: what the site was made from, and by which way to a compiler.
site_is_built() {
  local stamp="" way=""
  [ -e "$ROOT/dist/index.html" ] && [ -e "$SITE_STAMP" ] && read -r stamp way <"$SITE_STAMP"
  [ "$stamp" = "$(site_stamp)" ] && [ "${SOTTO_WASM:-$way}" = "$way" ]
}

# Whose compiler made what is in dist/.
site_way() {
  local stamp way
  read -r stamp way <"$SITE_STAMP"
  echo "$way"
}

need_site_tools() {
  need_rust
  need_bundle_target
  need_wasm_bindgen
  need_trunk
  need_wasm_opt
  need_esbuild
  need_curves
  forget_tool_builds
}

build_site() {
  need_node
  mkdir -p "$ROOT/target/browser"
  # Two builds at once would write into one staging folder.
  if has flock; then
    exec 9>"$ROOT/target/browser/site.lock"
    if ! flock --nonblock 9; then
      say "Another build of the site is running: waiting for it."
      flock 9
    fi
  fi
  if site_is_built; then
    say "The site in dist/ is up to date."
  else
    need_site_tools
    local stamp
    stamp=$(site_stamp)
    say "Building the browser side into dist/: 2 to 4 minutes the first time, then less."
    fetch_for_browser
    # All programs by one cargo for each profile, before Trunk asks for them one by one.
    (
      cd "$ROOT"
      cargo_for_site() {
        for_browser bundle cargo build --offline --locked --target wasm32-unknown-unknown "$@"
      }
      cargo_for_site --profile browser -p sotto --bin site --bin widget --bin publish \
        && cargo_for_site --profile crowd -p sotto --bin crowd
    ) || fail "The browser side does not compile; what cargo said stands above."
    # Trunk reads NO_COLOR as a yes or no and stumbles over anything else.
    (
      cd "$ROOT"
      [ -z "${NO_COLOR:-}" ] || export NO_COLOR=true
      export CARGO_TERM_QUIET=true RUST_BACKTRACE=0
      SOTTO_BUNDLE_WAY=$BUNDLE_WAY for_browser bundle trunk build --offline
    ) || fail "The browser side could not be bundled; what the tools said stands above."
    echo "$stamp $BUNDLE_WAY" >"$SITE_STAMP"
  fi
  if has flock; then
    exec 9>&-
  fi
}

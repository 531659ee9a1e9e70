# shellcheck shell=bash
# The browser side, bundled into dist/.

SITE_INPUTS=(
  Cargo.toml Cargo.lock Trunk.toml index.html src www
  README.md DESIGN.md LICENSE-APACHE LICENSE-MIT docs packages/sotto-survey/README.md
  deploy/Caddyfile deploy/compose.yaml deploy/sotto.service deploy/sotto.toml
  scripts/bundle scripts/finish-bundle.mjs scripts/lib/site.sh scripts/lib/wasm-target.sh scripts/lib/versions.sh
)
# All crates but those that no browser runs.
for crate in "$ROOT"/crates/*; do
  case ${crate##*/} in
    sotto-collector | sotto-cli | sotto-export | sotto-import | sotto-log) ;;
    *) SITE_INPUTS+=("crates/${crate##*/}") ;;
  esac
done
unset crate
SITE_STAMP="$ROOT/target/browser/site.stamp"

# What the site is made from, as one hash.
site_stamp() {
  (cd "$ROOT" && node scripts/lib/stamp.mjs "${SITE_INPUTS[@]}")
}

# Whether what lies in dist/ was made from what lies here.
site_is_built() {
  [ -e "$ROOT/dist/index.html" ] && [ -e "$SITE_STAMP" ] && [ "$(<"$SITE_STAMP")" = "$(site_stamp)" ]
}

# The first line that ./run --release says: how long it takes, by what is here already.
say_how_long() {
  if site_is_built && [ -x "$COLLECTOR" ]; then
    say "Everything is built: this takes seconds, or a minute if the collector has changed."
  elif has_tool trunk "$TRUNK_VERSION" trunk && has_tool wasm-bindgen "$WASM_BINDGEN_VERSION" wasm-bindgen-cli; then
    say "The tools are here: compiling takes about ten minutes on two cores, less where little has changed."
  else
    say "The first time on this machine: about a quarter of an hour on two cores, to build two tools, the collector and the site. After that it takes seconds."
  fi
}

need_site_tools() {
  need_rust
  begin_site_tools
  # What is fetched arrives while the others are compiled.
  fetch_site_tools
  end_site_tools
}

# Compiles the two tools that are compiled, in the background: beside each other, where there are cores
# for both. The lock of the build that may be under way is not theirs.
begin_site_tools() {
  (
    if has_cores 4; then
      need_trunk &
      need_wasm_bindgen
      wait $! || exit 1
    else
      need_wasm_bindgen
      need_trunk
    fi
  ) 9>&- &
  SITE_TOOLS=$!
}

# Waits for them, and finds them in this shell.
end_site_tools() {
  wait "$SITE_TOOLS" || exit 1
  need_wasm_bindgen
  need_trunk
}

fetch_site_tools() {
  need_wasm_target
  need_wasm_opt
  need_esbuild
  need_curves
  need_hpke
  need_marked
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
    need_rust
    begin_site_tools
    fetch_site_tools
    # Our own programs need neither tool to be compiled, only cores.
    has_cores 4 || end_site_tools
    local stamp
    stamp=$(site_stamp)
    say "Building the browser side into dist/, as it is shipped: 5 to 10 minutes the first time, then less."
    fetch_for_browser
    # From here on nobody knows what lies in dist/, until all of it does.
    rm -f "$SITE_STAMP"
    # As many programs by one cargo as can be, before Trunk asks for them one by one.
    local -a how
    local listed
    listed=$(node "$ROOT/scripts/bundle/programs.mjs")
    while read -ra how; do
      (cd "$ROOT" && for_browser cargo build --offline --locked --target wasm32-unknown-unknown -p sotto "${how[@]}" </dev/null) \
        || build_failed "The browser side does not compile; what cargo said stands above."
    done <<<"$listed"
    ! has_cores 4 || end_site_tools
    # Trunk reads NO_COLOR as a yes or no and stumbles over anything else.
    (
      cd "$ROOT"
      [ -z "${NO_COLOR:-}" ] || export NO_COLOR=true
      export CARGO_TERM_QUIET=true RUST_BACKTRACE=0
      for_browser trunk build --offline
    ) || build_failed "The browser side could not be bundled; what the tools said stands above."
    echo "$stamp" >"$SITE_STAMP"
  fi
  if has flock; then
    exec 9>&-
  fi
}

# shellcheck shell=bash
# Building for looking, and starting that: what `./run` does unless it is told to build what is shipped.

# `look PORT DATABASE [FLAG…]` takes the place of this shell.
look() {
  need_rust
  local folder="$ROOT/target/look"
  mkdir -p "$folder" || fail "$folder could not be made."
  # Two builds at once would write into one folder. Whoever watches builds for as long as it runs.
  LOCK=
  if has flock; then
    LOCK=9
    exec 9>>"$folder/lock"
    if ! flock --nonblock 9; then
      ! grep -q watch "$folder/lock" \
        || fail "Another ./run --watch is at work in this folder, and keeps what it shows up to date. Stop it first, or look at its page."
      say "Another ./run is building in this folder: waiting for it."
      flock 9
    fi
    case " $* " in *" --watch "*) echo watch >"$folder/lock" ;; *) : >"$folder/lock" ;; esac
  fi
  say_how_long_to_look
  need_wasm_target 9>&-
  need_esbuild 9>&-
  need_curves 9>&-
  need_hpke 9>&-
  need_marked 9>&-
  need_wasm_bindgen 9>&-
  fetch_crates
  say "Building what you look at."
  export LOCK
  exec node "$ROOT/scripts/look/look.mjs" "$@"
}

say_how_long_to_look() {
  if [ -d "$ROOT/target/look/site" ]; then
    say "It was built here before: this takes seconds, or a minute where much has changed."
  elif has_tool wasm-bindgen "$WASM_BINDGEN_VERSION" wasm-bindgen-cli; then
    say "The tools are here: compiling takes some minutes on two cores."
  else
    say "The first time on this machine: some minutes on two cores, to build a tool, the collector and the site. After that it takes seconds."
  fi
}

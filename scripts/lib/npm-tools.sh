# shellcheck shell=bash
# Tools from npm, each at one version in a folder of its own.

need_wasm_opt() {
  # An older one does not know what today's rustc emits: only this version will do.
  if ! has_version wasm-opt "version ${BINARYEN_VERSION%%.*}"; then
    npm_package binaryen "$BINARYEN_VERSION" "half a minute"
    export PATH="$NPM_PACKAGE/.bin:$PATH"
  fi
}

need_esbuild() {
  npm_package esbuild "$ESBUILD_VERSION" "seconds"
  export SOTTO_ESBUILD="$NPM_PACKAGE/esbuild/lib/main.js"
}

# The curve of unlinkable tokens, bundled into sotto-unlinkable.js.
need_curves() {
  npm_package @noble/curves "$CURVES_VERSION" "seconds"
  export SOTTO_CURVES="$NPM_PACKAGE"
}

# What encrypts to a gateway, bundled into the part of the widget that sends through a relay.
need_hpke() {
  npm_package @hpke/core "$HPKE_VERSION" "seconds" "@hpke/common@$HPKE_COMMON_VERSION"
  export SOTTO_HPKE="$NPM_PACKAGE"
}

# What reads the documents' Markdown, and names their headings as they are named where Markdown is read.
need_marked() {
  npm_package marked "$MARKED_VERSION" "seconds" "github-slugger@$SLUGGER_VERSION"
  export SOTTO_MARKED="$NPM_PACKAGE"
}

need_eslint() {
  npm_package eslint "$ESLINT_VERSION" "seconds" "@eslint/js@$ESLINT_RULES_VERSION" "globals@$GLOBALS_VERSION"
  export SOTTO_ESLINT="$NPM_PACKAGE"
}

eslint() {
  "$SOTTO_ESLINT/.bin/eslint" --config "$ROOT/scripts/eslint.config.mjs" --max-warnings 0 \
    "$ROOT/www" "$ROOT/crates/sotto-widget/src/element" "$ROOT/packages" "$ROOT/scripts" "$ROOT/benches"
}

need_axe() {
  npm_package axe-core "$AXE_VERSION" "seconds"
  export SOTTO_AXE="$NPM_PACKAGE/axe-core/axe.min.js"
}

# Drives a browser from Node; brings none of its own.
need_playwright() {
  npm_package playwright-core "$PLAYWRIGHT_VERSION" "seconds"
  export SOTTO_PLAYWRIGHT="$NPM_PACKAGE/playwright-core/index.js"
}

# `npm_package NAME VERSION DURATION [PACKAGE BESIDE IT…]`: its node_modules is then NPM_PACKAGE.
npm_package() {
  local name=$1 version=$2 duration=$3
  shift 3
  local folder="$TOOLS/npm/$name-$version" beside
  # What stands beside it has a version, too.
  for beside in "$@"; do
    folder+="+${beside//\//-}"
  done
  keep "$folder" make_npm_package "$duration" "$name@$version" "$@"
  NPM_PACKAGE="$folder/node_modules"
}

# `make_npm_package DURATION PACKAGE… FOLDER`
make_npm_package() {
  local duration=$1 folder=${*: -1}
  local -a packages=("${@:2:$#-2}")
  say "Fetching ${packages[0]} from npm: $duration."
  echo '{ "private": true }' >"$folder/package.json"
  quietly "npm install ${packages[*]}" \
    thrice npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund "${packages[@]}"
}

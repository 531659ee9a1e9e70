# shellcheck shell=bash
# Tools from npm, each at one version in a folder of its own.

need_wasm_opt() {
  # An older one does not know what today's rustc emits: only this version will do.
  if ! has_version wasm-opt "version ${BINARYEN_VERSION%%.*}"; then
    npm_package binaryen "$BINARYEN_VERSION" "half a minute"
    ln -sfn "$TOOLS/npm/binaryen-$BINARYEN_VERSION/node_modules/.bin/wasm-opt" "$TOOLS/bin/wasm-opt"
  fi
}

need_esbuild() {
  npm_package esbuild "$ESBUILD_VERSION" "seconds"
  export SOTTO_ESBUILD="$TOOLS/npm/esbuild-$ESBUILD_VERSION/node_modules/esbuild/lib/main.js"
}

# The curve of unlinkable tokens, bundled into sotto-unlinkable.js.
need_curves() {
  npm_package @noble/curves "$CURVES_VERSION" "seconds"
  export SOTTO_CURVES="$TOOLS/npm/@noble/curves-$CURVES_VERSION/node_modules"
}

need_eslint() {
  npm_package eslint "$ESLINT_VERSION" "seconds" "@eslint/js@$ESLINT_RULES_VERSION" "globals@$GLOBALS_VERSION"
  export SOTTO_ESLINT="$TOOLS/npm/eslint-$ESLINT_VERSION/node_modules"
}

eslint() {
  "$SOTTO_ESLINT/.bin/eslint" --config "$ROOT/scripts/eslint.config.mjs" --max-warnings 0 \
    "$ROOT/www" "$ROOT/crates/sotto-widget/src/element" "$ROOT/packages" "$ROOT/scripts" "$ROOT/benches"
}

need_axe() {
  npm_package axe-core "$AXE_VERSION" "seconds"
  export SOTTO_AXE="$TOOLS/npm/axe-core-$AXE_VERSION/node_modules/axe-core/axe.min.js"
}

# Drives a browser from Node; brings none of its own.
need_playwright() {
  npm_package playwright-core "$PLAYWRIGHT_VERSION" "seconds"
  export SOTTO_PLAYWRIGHT="$TOOLS/npm/playwright-core-$PLAYWRIGHT_VERSION/node_modules/playwright-core/index.js"
}

# `npm_package NAME VERSION DURATION [PACKAGE BESIDE IT…]`
npm_package() {
  local name=$1 version=$2 duration=$3
  shift 3
  local folder="$TOOLS/npm/$name-$version"
  [ -e "$folder/complete" ] && return
  say "Fetching $name $version from npm: $duration."
  rm -rf "$folder"
  mkdir -p "$folder"
  echo '{ "private": true }' >"$folder/package.json"
  quietly "npm install $name@$version" \
    npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund "$name@$version" "$@"
  touch "$folder/complete"
}

# shellcheck shell=bash
# Tools from npm, each at one version in a folder of its own.

need_wasm_opt() {
  # An older one does not know what today's rustc emits: only this version will do.
  local tool
  for tool in wasm-opt wasm-dis; do
    if ! has_version "$tool" "version ${BINARYEN_VERSION%%.*}"; then
      npm_package binaryen "$BINARYEN_VERSION" "half a minute"
      ln -sfn "$TOOLS/npm/binaryen-$BINARYEN_VERSION/node_modules/.bin/$tool" "$TOOLS/bin/$tool"
    fi
  done
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

need_axe() {
  npm_package axe-core "$AXE_VERSION" "seconds"
  export SOTTO_AXE="$TOOLS/npm/axe-core-$AXE_VERSION/node_modules/axe-core/axe.min.js"
}

# Drives a browser from Node; brings none of its own.
need_playwright() {
  npm_package playwright-core "$PLAYWRIGHT_VERSION" "seconds"
  export SOTTO_PLAYWRIGHT="$TOOLS/npm/playwright-core-$PLAYWRIGHT_VERSION/node_modules/playwright-core/index.js"
}

# `npm_package NAME VERSION DURATION`
npm_package() {
  local name=$1 version=$2 duration=$3
  local folder="$TOOLS/npm/$name-$version"
  [ -e "$folder/complete" ] && return
  say "Fetching $name $version from npm: $duration."
  rm -rf "$folder"
  mkdir -p "$folder"
  echo '{ "private": true }' >"$folder/package.json"
  quietly "npm install $name@$version" \
    npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund "$name@$version"
  touch "$folder/complete"
}

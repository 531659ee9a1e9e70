# shellcheck shell=bash
# The npm package: the widget's files out of dist/, and the modules and types of packages/sotto-survey.

PACKAGE_FOLDER="$ROOT/target/package/sotto-survey"
PACKAGE_VERSION=$(awk '/^\[workspace.package\]$/ { inside = 1 } inside && /^version = / { gsub(/[^0-9.]/, ""); print; exit }' "$ROOT/Cargo.toml")
# shellcheck disable=SC2034 # scripts and tests install it
PACKAGE="$ROOT/target/package/sotto-survey-$PACKAGE_VERSION.tgz"

build_package() {
  build_site
  make_package "$ROOT/dist"
}

# `make_package SITE`, out of a site that is built.
make_package() {
  local site=$1
  rm -rf "$ROOT/target/package"
  mkdir -p "$PACKAGE_FOLDER/messages"
  cp "$ROOT"/packages/sotto-survey/* "$ROOT"/LICENSE-* "$PACKAGE_FOLDER"/
  local file
  for file in "$site"/sotto-survey*.js "$site"/widget-*.js "$site"/widget-*.wasm "$site/integrity.json"; do
    cp "$file" "$PACKAGE_FOLDER"/
  done
  cp "$site"/messages/widget.*.json "$PACKAGE_FOLDER/messages/"
  node "$ROOT/scripts/bundle/finish-package.mjs" "$PACKAGE_FOLDER" "$PACKAGE_VERSION"
  quietly "npm pack" npm pack "$PACKAGE_FOLDER" --pack-destination "$ROOT/target/package"
  [ -e "$PACKAGE" ] || fail "npm did not make ${PACKAGE#"$ROOT"/}."
}

# `make_package_pages KIND…` builds pages that have the package installed; their folders are then in
# PACKAGE_PAGES.
make_package_pages() {
  PACKAGE_PAGES=()
  local kind folder
  for kind in "$@"; do
    folder="$ROOT/target/package/pages/$kind"
    [ -d "$ROOT/packages/pages/$kind" ] || fail "There is no page of the kind \"$kind\" in packages/pages."
    say "Making the page \"$kind\" with the package installed."
    mkdir -p "$folder"
    cp -R "$ROOT/packages/pages/$kind/." "$folder"
    quietly "npm install for the page \"$kind\"" \
      thrice npm install --prefix "$folder" --no-audit --no-fund --no-package-lock "$PACKAGE"
    if [ "$kind" = plain ]; then
      PACKAGE_PAGES+=("$folder")
    else
      quietly "the build of the page \"$kind\"" npm --prefix "$folder" run build
      PACKAGE_PAGES+=("$folder/dist")
    fi
    cp "$ROOT/www/surveys/census.json" "${PACKAGE_PAGES[-1]}/"
  done
}

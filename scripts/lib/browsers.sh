# shellcheck shell=bash
# Browsers and their drivers, for tests: CHROME and CHROMEDRIVER, FIREFOX and GECKODRIVER if set, else
# from PATH, else Debian's and, for Firefox's driver, built.

need_chromium() {
  CHROME=${CHROME:-$(first_of chromium chromium-browser google-chrome google-chrome-stable || true)}
  CHROMEDRIVER=${CHROMEDRIVER:-$(first_of chromedriver || true)}
  if [ -z "$CHROME" ] || [ -z "$CHROMEDRIVER" ]; then
    can_apt || fail "The tests need Chromium and chromedriver of the same version: put them on PATH, or name them in CHROME and CHROMEDRIVER."
    say "Installing Chromium and its driver for the tests: about a minute."
    apt_install chromium chromium-driver
    CHROME=$(first_of chromium) || fail "Chromium is installed, but there is no \`chromium\` on PATH."
    CHROMEDRIVER=$(first_of chromedriver) || fail "chromedriver is installed, but not on PATH."
  fi
  local browser driver
  browser=$(major_version "$CHROME")
  driver=$(major_version "$CHROMEDRIVER")
  [ "$browser" = "$driver" ] \
    || fail "$CHROME is version ${browser:-unknown} and $CHROMEDRIVER is ${driver:-unknown}: they must be the same. CHROME and CHROMEDRIVER can name others."
  export CHROME CHROMEDRIVER
}

# Fonts that texts are as wide in on every machine as where the tests' limits were measured.
need_fonts() {
  if has fc-list && fc-list : family | grep -q '^Noto Sans$'; then return; fi
  can_apt || fail "The tests measure texts in Noto Sans: install it."
  say "Installing fonts for the tests: seconds."
  apt_install fontconfig fonts-noto-core
}

need_firefox() {
  FIREFOX=${FIREFOX:-$(first_of firefox-esr firefox || true)}
  if [ -z "$FIREFOX" ]; then
    can_apt || fail "The tests need Firefox, too: put it on PATH, or name it in FIREFOX."
    say "Installing Firefox for the tests: about a minute."
    apt_install firefox-esr
    FIREFOX=$(first_of firefox-esr) || fail "Firefox is installed, but there is no \`firefox-esr\` on PATH."
  fi
  if [ -z "${GECKODRIVER:-}" ]; then
    need_geckodriver
    GECKODRIVER=$(command -v geckodriver)
  fi
  export FIREFOX GECKODRIVER
}

# The path of the first of these commands that there is.
first_of() {
  local command
  for command in "$@"; do
    if command -v "$command"; then
      return 0
    fi
  done
  return 1
}

major_version() {
  local said
  said=$("$1" --version 2>/dev/null) || true
  sed -nE '/^[^0-9]*([0-9]+)\..*/ { s//\1/p; q; }' <<<"$said"
}

# How wasm-bindgen-test-runner starts Chromium: without a screen, also as root, and silent on the
# network, where an update check could wait for minutes.
write_webdriver_settings() {
  mkdir -p "$(dirname "$1")"
  node -e '
    const args = ["headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run",
      "disable-background-networking", "disable-component-update", "disable-sync"];
    console.log(JSON.stringify({ "goog:chromeOptions": { binary: process.argv[1], args } }));
  ' "$CHROME" >"$1"
}

# shellcheck shell=bash
# Chromium and its driver, for tests: CHROME and CHROMEDRIVER if set, else from PATH, else Debian's.

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
  export CHROME CHROMEDRIVER
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

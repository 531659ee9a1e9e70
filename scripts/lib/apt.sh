# shellcheck shell=bash
# Debian packages, where there is apt-get and the right to use it.

can_apt() {
  has apt-get && { [ "$(id -u)" = 0 ] || has sudo; }
}

apt_get() {
  local -a as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -qq \
    -o DPkg::Lock::Timeout=300 "$@"
}

# `apt_install PACKAGE…` refreshes the package lists only if they don't know a package.
apt_install() {
  if ! apt_get install -y --no-install-recommends --simulate "$@" >/dev/null 2>&1; then
    quietly "apt-get update" apt_get update
  fi
  quietly "apt-get install $*" apt_get install -y --no-install-recommends "$@"
}

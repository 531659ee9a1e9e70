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

# `apt_install PACKAGE…` refreshes the package lists only if they don't know a package, or know one that
# the server no longer has.
apt_install() {
  apt_get install -y --no-install-recommends "$@" >/dev/null 2>&1 </dev/null && return
  quietly "apt-get update" thrice apt_get update
  quietly "apt-get install $*" thrice apt_get install -y --no-install-recommends "$@"
}

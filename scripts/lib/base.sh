# shellcheck shell=bash
# What every script here stands on: where the project is, and how we talk.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() {
  printf '%s\n' "· $*" >&2
}

fail() {
  printf '%s\n' "✗ $*" >&2
  exit 1
}

# Outside the project, so that built tools outlive a clone and serve the next one. Whoever has no home
# keeps them here.
TOOLS=${SOTTO_TOOLS:-${XDG_CACHE_HOME:-${HOME:-$ROOT/.tools}/.cache}/sotto/tools}
mkdir -p "$TOOLS" 2>/dev/null \
  || fail "What is needed to build is kept in $TOOLS, and that folder cannot be made. Name another: SOTTO_TOOLS=FOLDER."
TOOLS=$(cd "$TOOLS" && pwd)
# Where tools were kept before each version had a folder of its own.
if [ -d "$TOOLS/bin" ]; then
  export PATH="$TOOLS/bin:$PATH"
fi

# `build_failed SENTENCE`: a full disk is the cause that the tools' own words hide best.
build_failed() {
  local left
  left=$(df -Pm "$ROOT" 2>/dev/null | awk 'NR == 2 { print $4 }')
  if [ "${left:-1000}" -lt 100 ]; then
    fail "$1 The disk that holds $ROOT is full ($left MB left): make room, then run this again. It goes on where it was."
  fi
  fail "$1"
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# Whether there are so many cores, or more.
has_cores() {
  [ "$(nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 1)" -ge "$1" ]
}

# `at_most SECONDS COMMAND…`; macOS has no `timeout`, and there we wait.
at_most() {
  local seconds=$1
  shift
  if has timeout; then
    timeout "$seconds" "$@"
  else
    "$@"
  fi
}

# `thrice COMMAND…` tries what needs a network up to three times: most failures there are over a moment
# later.
thrice() {
  local pause status
  for pause in 5 25; do
    status=0
    "$@" || status=$?
    # Done, or stopped from outside.
    case $status in 0 | 130 | 143) return "$status" ;; esac
    say "That failed; another try in $pause seconds."
    sleep "$pause"
  done
  "$@"
}

# `quietly WHAT COMMAND…` shows the command's output only if it fails.
quietly() {
  local what=$1 log
  shift
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    fail "$what failed; what it said stands above."
  fi
  rm -f "$log"
}

# True if version $1 is $2 or later.
at_least() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

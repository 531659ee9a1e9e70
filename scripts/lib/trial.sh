# shellcheck shell=bash
# Trying an artefact where nothing else is: without compilers, without Node, and without a network.

# Where a trial works, and what it has to end.
TRIAL=
TRIED_COLLECTOR=

# `begin_trial NAME RELEASE`
begin_trial() {
  RELEASE=$(cd "$2" && pwd) || fail "$2 is no folder."
  TRIAL=$(mktemp -d)
  trap end_trial EXIT
  trap 'exit 130' INT TERM
  say "$1: trying it."
}

end_trial() {
  kill_collector
  local mounted
  for mounted in proc dev bare; do
    if grep -qF " $TRIAL/bare/$mounted " /proc/mounts; then umount "$TRIAL/bare/$mounted" || true; fi
  done
  if grep -qF " $TRIAL/bare " /proc/mounts; then umount "$TRIAL/bare" || true; fi
  # Nothing that is mounted still is deleted.
  grep -qF " $TRIAL/" /proc/mounts || rm -rf "$TRIAL"
}

# The artefact that the trial is of: `artefact PATTERN` prints the one file of the release.
artefact() {
  local -a found
  # shellcheck disable=SC2206 # The pattern is to be expanded.
  found=("$RELEASE"/$1)
  { [ "${#found[@]}" = 1 ] && [ -s "${found[0]}" ]; } || fail "$RELEASE has no $1."
  printf '%s\n' "${found[0]}"
}

# A tree of Debian's least packages, kept for all clones.
need_bare_tree() {
  [ "$(id -u)" = 0 ] || fail "This trial puts the artefact into a bare system and starts it there, for which it has to be root."
  local codename
  # shellcheck source=/dev/null
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  BARE_TREE="$TOOLS/trees/${codename:-unknown}"
  is_kept "$BARE_TREE" && return
  has debootstrap || { can_apt && apt_install debootstrap; } || true
  { has debootstrap && has apt-get; } || fail "A bare system is made by debootstrap, from Debian's packages: neither can be had here."
  keep "$BARE_TREE" make_bare_tree "$codename"
}

# `make_bare_tree CODENAME FOLDER`
make_bare_tree() {
  local from
  # Where apt gets this system's own packages; it is apt that puts these in.
  # shellcheck disable=SC2016
  from=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null \
    | awk -v codename="$1" '$2 == codename && $3 == "main" { print $1; exit }')
  [ -n "$from" ] || fail "apt does not say where this system's packages come from, so that no bare system can be made."
  say "Fetching the packages of a bare system, once: 1 to 3 minutes."
  quietly "debootstrap" thrice debootstrap --variant=minbase "$1" "$2/tree" "$from"
}

# Lays a bare system out in $TRIAL/bare, which the trial may change.
lay_out_bare_tree() {
  mkdir -p "$TRIAL/bare" "$TRIAL/upper" "$TRIAL/between"
  mount -t overlay overlay -o "lowerdir=$BARE_TREE/tree,upperdir=$TRIAL/upper,workdir=$TRIAL/between" "$TRIAL/bare" 2>/dev/null \
    || cp -a "$BARE_TREE/tree/." "$TRIAL/bare"
  mount -t proc proc "$TRIAL/bare/proc" 2>/dev/null || true
  mount --bind /dev "$TRIAL/bare/dev" 2>/dev/null || true
  local command
  for command in cc gcc rustc cargo node npm python3; do
    ! in_bare_tree which "$command" >/dev/null 2>&1 || fail "The bare system has $command, so that it shows nothing."
  done
}

# `in_bare_tree COMMAND…`, with nothing of this system's environment.
in_bare_tree() {
  chroot "$TRIAL/bare" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/nowhere LANG=C.UTF-8 "$@"
}

# `start_collector COMMAND…` starts it in a session of its own and waits until it says where it is: URL.
start_collector() {
  local said="$TRIAL/said" deadline=$((SECONDS + 60))
  : >"$said"
  setsid "$@" >"$said" 2>&1 </dev/null &
  TRIED_COLLECTOR=$!
  URL=
  while [ -z "$URL" ]; do
    URL=$(sed -nE 's/^Open (http[^ ]*)$/\1/p; s/^  The front door: (http[^ ]*)$/\1/p' "$said" | head -n 1)
    [ -z "$URL" ] || break
    is_running "$TRIED_COLLECTOR" || {
      cat "$said" >&2
      fail "It ended before it said where it is; what it said stands above."
    }
    [ "$SECONDS" -lt "$deadline" ] || {
      cat "$said" >&2
      fail "It has not said where it is within a minute."
    }
    sleep 0.05
  done
}

# Whether a process of ours is at work; one that has ended and was not waited for is not.
is_running() {
  grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null
}

# Ends it as systems do, and waits until it has.
stop_collector() {
  local deadline=$((SECONDS + 45)) status=0
  # It is in a session of its own, whose number is that of its first process.
  kill -TERM -- "-$TRIED_COLLECTOR" 2>/dev/null || fail "It is no longer there."
  while is_running "$TRIED_COLLECTOR"; do
    [ "$SECONDS" -lt "$deadline" ] || fail "It did not end within 45 seconds of SIGTERM."
    sleep 0.05
  done
  wait "$TRIED_COLLECTOR" || status=$?
  TRIED_COLLECTOR=
  case $status in 0 | 143) ;; *) fail "It ended with $status." ;; esac
}

kill_collector() {
  [ -z "$TRIED_COLLECTOR" ] || kill -KILL -- "-$TRIED_COLLECTOR" 2>/dev/null || true
  TRIED_COLLECTOR=
}

# `write_crowd FILE N`: answers of N people to the sample survey `census`.
write_crowd() {
  local row
  echo "age,work,group"
  for ((row = 0; row < $2; row++)); do
    echo "$((20 + row * 7 % 60)),Sales,White"
  done
} >"$1"

# shellcheck disable=SC2034 # trials answer by it
CROWD_MAP='over-50=age>50,occupation=work,race=group'

# `counted N` fails unless the sample survey has so many reports.
counted() {
  local found
  found=$(node "$ROOT/scripts/lib/release/ask.mjs" reports "$URL" census) || fail "It does not tell its results."
  [ "$found" = "$1" ] || fail "It has counted $found answers where $1 were given."
}

# `holds WORDS COMMAND…` fails with these words unless the command succeeds.
holds() {
  local words=$1
  shift
  "$@" >"$TRIAL/held" 2>&1 </dev/null || {
    cat "$TRIAL/held" >&2
    fail "$words"
  }
}

tried() {
  say "✓ $*"
}

# shellcheck shell=bash
# What is kept in $TOOLS for every clone: one folder for each thing and version. A folder that has the
# file `complete` is whole, and nothing writes into it any more.

is_kept() {
  [ -e "$1/complete" ]
}

# `keep FOLDER COMMAND…` makes FOLDER by `COMMAND… HALF`, which fills the folder HALF. Two clones may ask
# for the same at once: one makes it, the other waits and finds it.
keep() {
  local folder=$1
  shift
  is_kept "$folder" && return
  [ -w "$TOOLS" ] || fail "${folder##*/} is to be kept in $TOOLS, and that cannot be written. Name another folder: SOTTO_TOOLS=FOLDER."
  one_at_a_time "${folder#"$TOOLS/"}" fill "$folder" "$@"
}

# Fills a folder beside the one that is wanted, and gives it the name only when it is whole.
fill() {
  local folder=$1
  shift
  # Another may have made it while this one waited.
  is_kept "$folder" && return
  mkdir -p "$(dirname "$folder")"
  # What nobody could clear away, as after a loss of power.
  find "$(dirname "$folder")" -maxdepth 1 -name "${folder##*/}.half-*" -mtime +1 -exec rm -rf {} +
  HALF=$(mktemp -d "$folder.half-XXXXXX") || fail "In $(dirname "$folder") no folder can be made."
  # This is a shell of its own: see one_at_a_time.
  trap 'rm -rf "$HALF"' EXIT
  trap 'exit 130' INT TERM
  "$@" "$HALF" || exit 1
  touch "$HALF/complete" || exit 1
  # Where there is no flock, another may have been at it, too.
  is_kept "$folder" && return
  # What lies there without the mark is not whole.
  { rm -rf "$folder" && mv "$HALF" "$folder"; } || fail "$folder could not be put in its place."
}

# `one_at_a_time NAME COMMAND…` runs a command, in a shell of its own, while nobody else who uses these
# tools runs one of the same name. macOS has no flock: there, two do the same work, and one result stays.
one_at_a_time() {
  local lock="$TOOLS/locks/$1"
  mkdir -p "$(dirname "$lock")"
  (
    if has flock && ! flock --nonblock 8; then
      say "Somebody else is at work on $1: waiting for them."
      flock 8
    fi
    shift
    # Not even a server that the command may leave behind holds the lock any longer.
    "$@" 8>&-
  ) 8>"$lock" || exit 1
}

# shellcheck shell=bash
# A Postgres of one's own for tests and measurements: in a temporary folder, on a socket in it,
# reachable by nobody else, gone afterwards.

need_postgres() {
  [ -z "${POSTGRES_BIN:-}" ] || return 0
  POSTGRES_BIN=$(postgres_programs || true)
  if [ -z "$POSTGRES_BIN" ]; then
    can_apt || fail "The tests need Postgres 13 or later: put its initdb, pg_ctl and postgres on PATH."
    say "Installing Postgres for the tests: about half a minute."
    apt_install postgresql
    POSTGRES_BIN=$(postgres_programs) || fail "Postgres is installed, but its initdb is not where it is expected."
  fi
}

# The folder of Postgres' programs; Debian keeps them out of PATH.
postgres_programs() {
  local folder
  for folder in /usr/lib/postgresql/*/bin "$(dirname "$(command -v initdb || echo /none/initdb)")"; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] && [ -x "$folder/postgres" ]; then
      echo "$folder"
      return 0
    fi
  done
  return 1
}

# `with_postgres COMMAND…` runs a command with the server's address in SOTTO_TEST_POSTGRES.
# SOTTO_POSTGRES_SETTINGS are more settings for the server, as postgres takes them: for tests it
# does not wait for the disk, as nobody cuts its power, and does not tidy up by itself, as whoever asks
# for a table would now and then wait for that, and look at it in another state.
with_postgres() {
  need_postgres
  local folder status=0 settings=${SOTTO_POSTGRES_SETTINGS:--c fsync=off -c autovacuum=off}
  local -a as_owner=()
  folder=$(mktemp -d)
  # Postgres refuses to run as root.
  if [ "$(id -u)" = 0 ]; then
    has runuser || fail "Postgres cannot run as root, and there is no runuser to be somebody else: run this as an ordinary user."
    if id -u postgres >/dev/null 2>&1; then as_owner=(runuser -u postgres --); else as_owner=(runuser -u nobody --); fi
    chown "${as_owner[2]}" "$folder"
  fi
  # Its programs look at where they are; not everyone may look into the project's folder.
  (
    cd "$folder"
    quietly "initdb" ${as_owner[@]+"${as_owner[@]}"} "$POSTGRES_BIN/initdb" --pgdata="$folder/data" \
      --username=sotto --auth=trust --encoding=UTF8 --locale=C --no-sync
    if ! ${as_owner[@]+"${as_owner[@]}"} "$POSTGRES_BIN/pg_ctl" start --silent --wait --pgdata="$folder/data" \
      --log="$folder/log" --options="-k '$folder' -c listen_addresses='' -c max_connections=200 $settings" </dev/null >/dev/null 2>&1; then
      cat "$folder/log" >&2
      fail "Postgres does not start; what it said stands above."
    fi
  ) || {
    rm -rf "$folder"
    return 1
  }
  trap 'exit 130' INT TERM
  # Also when the command is stopped from outside.
  # shellcheck disable=SC2064 # The folder of now.
  trap "stop_postgres '$folder' ${as_owner[*]-}" EXIT
  SOTTO_TEST_POSTGRES="postgres://sotto@${folder//\//%2F}/postgres" "$@" || status=$?
  trap - EXIT INT TERM
  stop_postgres "$folder" ${as_owner[@]+"${as_owner[@]}"}
  return "$status"
}

# `stop_postgres FOLDER [RUN AS…]`
stop_postgres() {
  local folder=$1
  shift
  (cd "$folder" && "$@" "$POSTGRES_BIN/pg_ctl" stop --silent --mode=immediate --pgdata="$folder/data" </dev/null >/dev/null 2>&1) || true
  rm -rf "$folder"
}

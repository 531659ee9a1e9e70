# shellcheck shell=bash
# Counting what passed and failed, from what each test runner says at its end.

# `tally HOW COMMAND…` runs a command and adds its counts to the file $TALLY. HOW is the runner:
#   check    passed or failed as a whole
#   nextest  its line "Summary [ 1.2s] 3 tests run: 2 passed, 1 failed, 0 skipped"
#   libtest  its lines "test result: ok. 2 passed; 1 failed; …", of which there may be several
tally() {
  local how=$1 log status=0 passed=0 failed=0
  shift
  log=$(mktemp)
  "$@" </dev/null 2>&1 | tee "$log" || status=$?
  case $how in
    nextest) read -r passed failed < <(strip_colours "$log" | nextest_counts) ;;
    libtest) read -r passed failed < <(strip_colours "$log" | libtest_counts) ;;
    check) [ "$status" != 0 ] || passed=1 ;;
  esac
  rm -f "$log"
  # A runner that ends badly without a failed test did not get to run them all.
  if [ "$status" != 0 ] && [ "$failed" = 0 ]; then
    failed=1
  fi
  echo "$passed $failed" >>"$TALLY"
}

strip_colours() {
  sed $'s/\x1b\\[[0-9;]*m//g' "$1"
}

nextest_counts() {
  sed -nE 's/^ *Summary \[[^]]*\] +([0-9]+\/)?([0-9]+) tests? run: ([0-9]+) passed.*/\2 \3/p' \
    | awk '{ run += $1; passed += $2 } END { print passed + 0, run - passed }'
}

libtest_counts() {
  sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed;.*/\1 \2/p' \
    | awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }'
}

# shellcheck shell=bash
# Counting what passed and failed, and naming it, from what each test runner says.

# `tally HOW COMMAND…` runs a command and adds its counts to the file $TALLY, and the tests that passed
# only when they were tried again to the file $SECOND_TRIES. HOW is the runner:
#   check    passed or failed as a whole
#   nextest  its line "Summary [ 1.2s] 3 tests run: 2 passed, 1 failed, 0 skipped"
#   libtest  its lines "test result: ok. 2 passed; 1 failed; …", of which there may be several
tally() {
  local how=$1 log status=0 passed=0 failed=0
  shift
  log=$(mktemp)
  "$@" </dev/null 2>&1 | tee "$log" || status=$?
  case $how in
    nextest)
      read -r passed failed < <(strip_colours "$log" | nextest_counts)
      strip_colours "$log" | names_at_second_try >>"$SECOND_TRIES"
      ;;
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

# What stands between a word of nextest's and a test's name: seconds, the how manieth test, of which round.
BEFORE_NAME='\[ *[0-9.]+s\] +(\( *[0-9─]+\/ *[0-9]+\) +)?(\[[0-9\/]+\] +)?'

# The names of the tests that nextest tried again, and that passed then:
#    FLAKY 2/2 [   1.2s] (3/9) sotto-system-tests::system name
names_at_second_try() {
  sed -nE "s/^ *FLAKY [0-9]+\/[0-9]+ $BEFORE_NAME//p" | sort -u
}

# The names of the tests that failed, by nextest (FAIL, TIMEOUT, SIGSEGV, TRY 2 FAIL, …) or libtest. A
# first try that failed is none, if a later one passed.
names_of_failed() {
  local how='(TRY [0-9]+ )?(FAIL|XFAIL|FAIL \+ LEAK|LEAK-FAIL|FL\+LK|LKFAIL|TIMEOUT|TMT|ABORT|ABRT|SIG[A-Z0-9]+)'
  sed -nE \
    -e "s/^ *(FLAKY [0-9]+\/[0-9]+|TRY [0-9]+ PASS) $BEFORE_NAME/passed /p" \
    -e "s/^ *($how|FLKY-FL [0-9]+\/[0-9]+) $BEFORE_NAME/failed /p" \
    -e 's/^test (.*) \.\.\. FAIL(ED)?$/failed \1/p' \
    | awk '
      { name = substr($0, 8); seen[name] = seen[name] $1 }
      END { for (name in seen) if (seen[name] !~ /passed/) print name }
    ' | sort
}

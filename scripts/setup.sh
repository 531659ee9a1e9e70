#!/usr/bin/env bash
# Finds or installs the tools, so that ./run --release and ./test need not: scripts/setup.sh [build|test]
set -euo pipefail
# shellcheck source=scripts/lib/all.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib/all.sh"

what=${1:-test}
case $what in
  build | test) ;;
  *)
    echo "scripts/setup.sh build: what ./run --release needs. scripts/setup.sh test: what ./test needs too." >&2
    exit 2
    ;;
esac

need_node
if [ "$what" = test ]; then
  need_nextest
  need_postgres
  need_chromium
  need_firefox
  need_playwright
  need_axe
fi
need_site_tools
say "Everything that ./$([ "$what" = test ] && echo test || echo "run --release") needs is here."

#!/usr/bin/env bash
# What the audit says about two real apps is what their readers called true
# needs: build
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

if [[ -z ${OMAMORI_CORPUS:-} ]]; then
  skip "OMAMORI_CORPUS names no apps to audit"
  exit 0
fi
need_reached Tests/AuditTests
need python3
python3 Benchmarks/run.py --only apps --apps 8,11 --tool "$build_folder/omamori" | tee "$CHECK_STATE/logs/apps.log" || true
while read -r verdict what; do
  case $verdict in
    ok:) pass "$what" ;;
    MISSED:) fail "$what" ;;
  esac
done <"$CHECK_STATE/logs/apps.log"
grep -q 'every bar holds\|bars missed' "$CHECK_STATE/logs/apps.log" || fail "the audit of the apps ended without an answer"

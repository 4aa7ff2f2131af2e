#!/usr/bin/env bash
# Audits, tokens and encryption stay within the bars of Benchmarks/thresholds.json (with --deep; compares with mobsfscan, cp, age and OpenSSL)
# needs: build
# alone: it measures
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

if [[ -z ${OMAMORI_DEEP:-} ]]; then
  skip "the benchmarks run with --deep"
  exit 0
fi
need swift
need python3
if ! quietly benchmarks-build ./omamori --help; then
  fail "the release build for the benchmarks"
  exit 0
fi
python3 Benchmarks/run.py --huge | tee "$CHECK_STATE/logs/benchmarks.log" || true
while read -r verdict what; do
  case $verdict in
    ok:) pass "$what" ;;
    MISSED:) fail "$what" ;;
  esac
done <"$CHECK_STATE/logs/benchmarks.log"
grep -q 'every bar holds\|bars missed' "$CHECK_STATE/logs/benchmarks.log" || fail "the benchmarks ended without an answer"

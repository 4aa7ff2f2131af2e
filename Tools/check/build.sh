#!/usr/bin/env bash
# Every target builds with the strict settings: libraries, tool, tests and snippets
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need swift
if quietly build swift build "${build_flags[@]}" --build-tests --explicit-target-dependency-import-check error; then
  pass "build of every target"
else
  fail "build of every target"
fi

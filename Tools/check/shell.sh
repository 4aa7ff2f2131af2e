#!/usr/bin/env bash
# Shell scripts are free of shellcheck findings
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need shellcheck
mapfile -d '' -t files < <(repository_files)
for file in "${files[@]}"; do
  [[ -f $file ]] || continue
  if [[ $file == *.sh ]] || head -n 1 "$file" | tr -d '\0' | grep -qE '^#!.*\b(ba|da)?sh\b'; then
    verify "shellcheck $file" shellcheck --external-sources --source-path=SCRIPTDIR "$file"
  fi
done

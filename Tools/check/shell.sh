#!/usr/bin/env bash
# Shell scripts are free of shellcheck findings
set -euo pipefail
# shellcheck source=lib/stage.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/stage.sh"

need shellcheck
mapfile -d '' -t files < <(repository_files)
for file in "${files[@]}"; do
  [[ -f $file ]] || continue
  # Read by this shell: a process for each of thousands of files takes half a minute.
  line=""
  IFS= read -r -n 80 line <"$file" 2>/dev/null || true
  if [[ $file == *.sh || $line =~ ^#!.*[/\ ](ba|da)?sh( |$) ]]; then
    verify "shellcheck $file" shellcheck --external-sources --source-path=SCRIPTDIR "$file"
  fi
done

# shellcheck shell=bash
# What ./check is made of besides running stages: choosing them, their environment, and adding up the results.
# ./check sets these before it sources this file.
: "${root:?}" "${stages:?}" "${optional:?}"

wrong_usage() {
  printf 'check: %s. See ./check --help\n' "$1" >&2
  exit 2
}

# select_stages NAME[,NAME…]
select_stages() {
  local name
  IFS=, read -ra selected <<<"$1"
  for name in "${selected[@]}"; do
    [[ " ${stages[*]} ${optional[*]} " == *" $name "* ]] || wrong_usage "there is no stage \"$name\""
  done
  ((${#selected[@]} > 0)) || wrong_usage "--only needs the name of a stage"
}

# The second line of each stage says what it checks.
list_stages() {
  local name
  for name in "${stages[@]}"; do list_stage "$name" "$name"; done
  for name in "${optional[@]}"; do list_stage "$name" "$name*"; done
}

# list_stage NAME LABEL
list_stage() {
  printf '%-10s %s\n' "$2" "$(sed -n '2s/^# *//p' "Tools/check/$1.sh")"
}

prepare_environment() {
  require_toolchain "$root"
  forget_moved_build "$root"
  if ! bash Tools/prepare.sh; then
    [[ ${CI:-} == true ]] && exit 3
    say "check: going on without them; a stage that needs one is skipped." \
      "check: このまま続けます。必要とするステージは省略します。"
  fi
  if [[ -d .build/check/python/bin ]]; then PATH="$PWD/.build/check/python/bin:$PATH"; fi
  if [[ -z ${OMAMORI_SARIF_SCHEMA:-} && -f .build/check/schemas/sarif-2.1.0.json ]]; then
    export OMAMORI_SARIF_SCHEMA="$PWD/.build/check/schemas/sarif-2.1.0.json"
  fi
  export OMAMORI_SOAK=${OMAMORI_DEEP:+1.0}
  export OMAMORI_SOAK=${OMAMORI_SOAK:-0.05}
  export OMAMORI_SEED=${OMAMORI_SEED:-$((RANDOM * 32768 + RANDOM))}
  find_shared OMAMORI_VECTORS ../shared/vectors
  find_shared OMAMORI_CORPUS ../shared/corpus/ios-apps.tar.xz
  export CHECK_STATE="$root/.build/check"
  mkdir -p "$CHECK_STATE/results" "$CHECK_STATE/logs"
  write_changed_files
  printf 'OMAMORI_SEED=%s OMAMORI_SOAK=%s OMAMORI_DEEP=%s OMAMORI_VECTORS=%s\n' \
    "$OMAMORI_SEED" "$OMAMORI_SOAK" "${OMAMORI_DEEP:-}" "${OMAMORI_VECTORS:-}"
}

# find_shared VARIABLE PATH: sets VARIABLE to PATH where that exists and the variable is not set.
find_shared() {
  if [[ -z ${!1:-} && -e $2 ]]; then
    printf -v "$1" '%s' "$(realpath "$2")"
    export "${1?}"
  fi
}

# Writes .build/check/changed, the files that differ from the commit that the work began with: OMAMORI_BASE, or where the
# branch left origin/main, or on main itself the commit that .ci/checked names. Without such a commit there is no such file
# and everything is checked, as with --everything and --deep.
write_changed_files() {
  local base=${OMAMORI_BASE:-} list="$CHECK_STATE/changed"
  rm -f "$list"
  [[ -z ${OMAMORI_DEEP:-} && -z ${CHECK_EVERYTHING:-} ]] || return 0
  if [[ -n $base ]]; then
    base=$(git rev-parse --verify --quiet "$base^{commit}") || wrong_usage "OMAMORI_BASE names no commit"
  else
    base=$(git merge-base HEAD origin/main 2>/dev/null) || base=$(git rev-parse HEAD 2>/dev/null) || return 0
    if is_checked_out "$base" && [[ -z ${CHECK_ONLY_CHANGED:-} ]]; then base=$(last_checked) || return 0; fi
  fi
  # Of a file that was moved, both places count.
  {
    git -c core.quotePath=false diff --no-renames --name-only "$base" -- &&
      git -c core.quotePath=false ls-files --others --exclude-standard
  } >"$list.new"
  mv "$list.new" "$list"
  printf '%s files differ from %.12s; stages that they cannot reach are left out\n' "$(wc -l <"$list")" "$base"
}

# is_checked_out COMMIT: it is the current one, and no file differs from it.
is_checked_out() {
  [[ $1 == "$(git rev-parse HEAD)" && -z $(git status --porcelain) ]]
}

# The ancestor of this commit on which a run of everything last passed.
last_checked() {
  local commit
  [[ -f .ci/checked ]] || return
  commit=$(git rev-parse --verify --quiet "$(<.ci/checked)^{commit}") 2>/dev/null || return
  git merge-base --is-ancestor "$commit" HEAD || return
  echo "$commit"
}

# counts FILE…: a line of a file is `pass|fail|skip[:COUNT] WHAT`.
counts() {
  awk '{ split($1, key, ":"); total[key[1]] += (key[2] == "" ? 1 : key[2]) }
    END { printf "%d passed, %d failed, %d skipped", total["pass"], total["fail"], total["skip"] }' "$@"
}

# print_summary SECONDS NAME…
print_summary() {
  local elapsed=$1 name files=() budget=1500
  shift
  printf '\n'
  for name in "$@"; do
    files+=("$CHECK_STATE/results/$name")
    printf '%-10s %5d s  %s\n' "$name" "$(<"$CHECK_STATE/results/$name.seconds")" \
      "$(counts "$CHECK_STATE/results/$name")"
  done
  printf '%-10s %5d s\n' total "$elapsed"
  if ((elapsed > budget)) && [[ -z ${OMAMORI_DEEP:-} ]]; then
    printf 'warning: the run took %d minutes; the budget is %d\n' "$((elapsed / 60))" "$((budget / 60))"
  fi
  sed -n 's/^fail[^ ]* /FAILED: /p' "${files[@]}"
  counts "${files[@]}"
  printf '\n'
  ! grep -q '^fail' "${files[@]}"
}

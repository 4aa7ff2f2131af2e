# shellcheck shell=bash
# Runs the stages in two lanes: in one the build and the tests, beside it the stages that ./check names in `beside`. Once
# the tests have ended, those take both.
# Each stage is a process group of its own. Its output is shown whole, when it and all before it have ended.
: "${beside:?}"

waiting=()         # the stages that have not begun, in the order of ./check
unshown=()         # the stages whose output is still to be shown, in that order
declare -A lanes   # LANE: the stage that runs in it
declare -A lane_of # STAGE: its lane, while it runs
declare -A leaders # STAGE: the leader of its process group, while it runs
declare -A begun   # STAGE: when it began

# run_stages NAME…: exits 0 when nothing failed and 1 otherwise.
run_stages() {
  local started=$SECONDS
  rm -f "$CHECK_STATE"/results/*
  waiting=("$@")
  unshown=("$@")
  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM HUP
  while begin_stages && ((${#lanes[@]} > 0)); do
    await_stage
    show_ended
  done
  trap - INT TERM HUP
  print_summary "$((SECONDS - started))" "$@"
}

# find_lane NAME: sets `lane` to a free lane for this stage, or fails.
find_lane() {
  lane=package
  if [[ " ${beside[*]} " == *" $1 "* ]] && { [[ -z ${lanes[beside]:-} ]] || package_stages_are_left; }; then lane=beside; fi
  [[ -z ${lanes[$lane]:-} ]]
}

package_stages_are_left() {
  local name
  for name in "${waiting[@]}"; do
    if [[ " ${beside[*]} " != *" $name "* ]] && ! runs_alone "$name"; then return 0; fi
  done
  return 1
}

# Begins every stage that can begin now.
begin_stages() {
  local name lane left=() running="${lanes[*]}"
  for name in "${waiting[@]}"; do
    if must_wait "$name" || ! find_lane "$name"; then
      left+=("$name")
    else
      lanes[$lane]=$name
      lane_of[$name]=$lane
      begun[$name]=$SECONDS
      begin_stage "$name"
    fi
  done
  waiting=("${left[@]}")
  if ((${#lanes[@]} > 0)) && [[ ${lanes[*]} != "$running" ]]; then echo "-- running: ${lanes[*]}"; fi
}

# must_wait NAME: a stage waits for the build that it needs; one that measures waits for everything before it.
must_wait() {
  if runs_alone "$1" && [[ $1 != "${unshown[0]}" ]]; then return 0; fi
  needs_build "$1" && [[ " ${waiting[*]} ${lanes[*]} " == *" build "* ]]
}

runs_alone() {
  grep -q '^# alone' "Tools/check/$1.sh"
}

needs_build() {
  grep -q '^# needs: build' "Tools/check/$1.sh"
}

# A group of its own lets an interruption reach everything that a stage has started.
begin_stage() {
  local results="$CHECK_STATE/results/$1" stage=(bash "Tools/check/$1.sh")
  : >"$results"
  if needs_build "$1" && build_has_failed; then
    echo "skip the build failed" >>"$results"
    stage=(echo "skipped: the build failed")
  fi
  set -m
  CHECK_STAGE=$1 CHECK_RESULTS=$results "${stage[@]}" </dev/null >"$(output_of "$1")" 2>&1 &
  leaders[$1]=$!
  set +m
}

output_of() {
  echo "$CHECK_STATE/logs/stage-$1.log"
}

build_has_failed() {
  [[ -f $CHECK_STATE/results/build ]] && grep -q '^fail' "$CHECK_STATE/results/build"
}

# Waits until a stage ends, and frees its lane.
await_stage() {
  local ended="" status=0 name results
  wait -n -p ended "${leaders[@]}" || status=$?
  for name in "${!leaders[@]}"; do
    if [[ ${leaders[$name]} == "$ended" ]]; then break; fi
  done
  results="$CHECK_STATE/results/$name"
  if ((status != 0)); then
    echo "fail the stage ended with exit code $status" >>"$results"
    echo "FAILED: the stage ended with exit code $status" >>"$(output_of "$name")"
  fi
  echo "$((SECONDS - begun[$name]))" >"$results.seconds"
  unset "leaders[$name]"
  unset "lanes[${lane_of[$name]}]" "lane_of[$name]"
}

# Shows what has ended, up to the first stage that has not.
show_ended() {
  local name
  while ((${#unshown[@]} > 0)) && [[ -f "$CHECK_STATE/results/${unshown[0]}.seconds" ]]; do
    name=${unshown[0]}
    printf '\n== %s\n' "$name"
    cat "$(output_of "$name")"
    printf '== %s: %s, %d s\n' "$name" "$(counts "$CHECK_STATE/results/$name")" "$(<"$CHECK_STATE/results/$name.seconds")"
    unshown=("${unshown[@]:1}")
  done
}

# interrupted EXIT-CODE: ends what runs and shows what it has said.
interrupted() {
  local name leader
  trap '' INT TERM HUP
  for leader in "${leaders[@]}"; do stop_group "$leader" & done
  wait 2>/dev/null
  for name in "${unshown[@]}"; do
    [[ -n ${begun[$name]:-} ]] || continue
    printf '\n== %s\n' "$name"
    cat "$(output_of "$name")"
    if [[ -n ${leaders[$name]:-} ]]; then printf '== %s: interrupted\n' "$name"; fi
  done
  printf '\ncheck: interrupted\n' >&2
  exit "$1"
}

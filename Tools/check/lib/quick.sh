# shellcheck shell=bash
# Answers to an edit, without what other test targets need.
: "${root:?}"

# test_quickly NAME: builds the test targets that have a suite or a test of this name, and runs those tests.
test_quickly() {
  local name=${1##*[./]} target=${1%%[./]*} targets
  require_toolchain "$root"
  forget_moved_build "$root"
  if [[ -d Tests/$target ]]; then
    targets=$target
  else
    targets=$(grep -rlE --include='*.swift' "(struct|class|actor|enum|func|extension) \`?$name" Tests/*Tests | cut -d/ -f2 | sort -u) ||
      wrong_usage "no test target has a suite or test called \"$name\""
  fi
  printf 'check: building %s\n' "${targets//$'\n'/, }" >&2
  export OMAMORI_TESTS=${targets//$'\n'/ } OMAMORI_STRICT=1
  swift build --quiet --product OmamoriPackageTests || return
  .build/debug/OmamoriPackageTests.xctest --testing-library swift-testing --filter "$1"
}

# select_changed: of the stages, those that look at what was changed; of the test targets, those that it reaches.
select_changed() {
  local list="$CHECK_STATE/changed" name left=()
  if [[ ! -s $list ]]; then
    echo "nothing differs from the commit that the work began with"
    exit 0
  fi
  OMAMORI_TESTS=$(python3 Tools/check/lib/reach.py "$list" Tests/*Tests | cut -d/ -f2 | paste -sd' ')
  export OMAMORI_TESTS
  for name in "${selected[@]}"; do
    case $name in
      tests | build) [[ -z $OMAMORI_TESTS ]] || left+=("$name") ;;
      # They need the whole tool as it ships.
      readme | launcher | install) ! grep -qE '^(README|omamori$|Makefile|Tools/(shell|install))' "$list" || left+=("$name") ;;
      benchmarks) ;;
      *) left+=("$name") ;;
    esac
  done
  selected=("${left[@]}")
}

# shellcheck shell=bash
# A package with nothing but the suites that run under ThreadSanitizer and what they need, so no more is compiled twice.
: "${root:?}"

tsan_package="$root/.build/tsan-package"

# write_tsan_package SUITE…: links to the sources. Of a test target it has the files of these suites and the files that
# have no test; of the manifest the targets that these need.
write_tsan_package() {
  local pattern file target targets=""
  pattern="(struct|class|actor|enum|extension) ($(IFS='|' && echo "$*"))\\b"
  rm -rf "$tsan_package"
  mkdir -p "$tsan_package"
  for file in "$root"/*; do
    if [[ $file != */Package.swift && $file != */Tests && $file != */Snippets ]]; then ln -s "$file" "$tsan_package/"; fi
  done
  cp -rs "$root/Tests" "$tsan_package/Tests"
  (cd "$tsan_package" && grep -RlE --null "^ *@Test\b" Tests | xargs -0 grep -LEZ "$pattern" | xargs -0 rm -f)
  for target in "$root"/Tests/*Tests; do
    target=${target##*/}
    if grep -RqE "$pattern" "$tsan_package/Tests/$target"; then targets+="\"$target\", "; fi
  done
  { cat "$root/Package.swift" && manifest_ending "$targets"; } >"$tsan_package/Package.swift"
}

# manifest_ending TARGETS: removes the targets that none of these needs.
manifest_ending() {
  cat <<SWIFT

var needed: Set<String> = []
var next = [$1]
while let name = next.popLast() {
  guard needed.insert(name).inserted, let target = package.targets.first(where: { \$0.name == name }) else { continue }
  for dependency in target.dependencies {
    switch dependency {
    case .targetItem(let name, _), .byNameItem(let name, _): next.append(name)
    default: break
    }
  }
  for case .plugin(let name, _) in target.plugins ?? [] { next.append(name) }
}
package.targets.removeAll { !needed.contains(\$0.name) }
package.products = []
SWIFT
}

import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WorkflowFileTests {
  private func read(_ text: String) -> WorkflowFile {
    WorkflowFile(TextSource(path: ".github/workflows/a.yml", bytes: Array(text.utf8)))
  }

  @Test func keysValuesAndLists() {
    let file = read(
      """
      name: "Build: all" # comment
      on: [push]
      jobs:
        test:
          runs-on: macos-15
          steps:
          - uses: actions/checkout@v4
            with: {fetch-depth: 0}
          - name: say
            run: |
              echo one

              # not a comment of YAML
              echo two
            shell: bash
      """)
    let found = file.entries.map { $0.path.joined(separator: "/") + "=" + $0.value }
    #expect(
      found == [
        "name=Build: all", "on=[push]", "jobs=", "jobs/test=", "jobs/test/runs-on=macos-15",
        "jobs/test/steps=",
        "jobs/test/steps/-/uses=actions/checkout@v4", "jobs/test/steps/-/with={fetch-depth: 0}",
        "jobs/test/steps/-/name=say",
        "jobs/test/steps/-/run=echo one\n# not a comment of YAML\necho two", "jobs/test/steps/-/shell=bash",
      ])
  }

  @Test func actionsWithTheirReferences() {
    let file = read(
      """
      a:
        - uses: a/b/c@v1
        - uses: ./local
        - uses: docker://alpine:3
        - uses: "x/y@0123456789012345678901234567890123456789"
      """)
    #expect(file.actions.map(\.name) == ["a/b/c", "x/y"])
    #expect(file.actions.map(\.isPinned) == [false, true])
    #expect(file.actions.map(\.owner) == ["a", "x"])
  }

  @Test func nestingIsBounded() {
    let deep = (0..<500).map { String(repeating: " ", count: $0) + "k:" }.joined(separator: "\n")
    #expect(read(deep).entries.map(\.path.count).max() == WorkflowFile.maximumDepth)
    #expect(read(String(repeating: "- ", count: 100_000)).entries.isEmpty)
  }
}

import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

private let app = "@main class AppDelegate: UIResponder, UIApplicationDelegate {}"

@Suite struct CIActionUnpinnedTests {
  private func workflow(_ steps: String, on trigger: String = "push") -> [String: String] {
    [
      "App.swift": app,
      ".github/workflows/a.yml": "on: \(trigger)\njobs:\n  a:\n    runs-on: x\n    steps:\n\(steps)\n",
    ]
  }

  @Test(arguments: ["v1", "main", "abc1234"]) func movable(_ reference: String) throws {
    let steps = "      - ⟦uses: someone/act@\(reference)⟧ # why\n      - uses: someone/act@\(reference)"
    try expect(CIActionUnpinned.self, in: workflow(steps), severity: .info)
  }

  @Test(arguments: [
    "      - run: ./sign\n        env:\n          KEY: ${{ secrets.KEY }}\n",
    "    env:\n      A: ${{ github.token }}\n",
    "    permissions:\n      contents: write\n",
  ])
  func theJobHoldsSecrets(_ rest: String) throws {
    let steps = "      - ⟦uses: someone/act@v1⟧\n" + rest
    try expect(CIActionUnpinned.self, in: workflow(steps), severity: .low)
    let other = "      - ⟦uses: someone/act@v1⟧\n  b:\n    steps:\n" + rest
    try expect(CIActionUnpinned.self, in: workflow(other), severity: .info)
  }

  @Test func oneActionInSeveralWorkflows() throws {
    var files = workflow("      - uses: someone/act@v1")
    files[".github/workflows/b.yml"] =
      "on: push\njobs:\n  a:\n    env:\n      A: ${{ secrets.A }}\n    steps:\n      - ⟦uses: someone/act@v1⟧\n"
    try expect(CIActionUnpinned.self, in: files, severity: .low)
    files[".github/workflows/c.yml"] = "on: push\njobs:\n  a:\n    steps:\n      - ⟦uses: someone/act@v2⟧\n"
    try expect(CIActionUnpinned.self, in: files)
  }

  @Test func anActionOfTheOwnerOfTheApp() throws {
    let project = ProjectFixture.pbxproj(target: "PRODUCT_BUNDLE_IDENTIFIER = jp.tsukimi.calendar;")
    var files = workflow(
      "      - uses: Tsukimi/kit/.github/workflows/label.yml@v1\n      - ⟦uses: other/act@v1⟧")
    files["App.xcodeproj/project.pbxproj"] = project
    try expect(CIActionUnpinned.self, in: files)
  }

  @Test(arguments: [
    ("github.repository_owner == 'Someone'", true), ("github.repository=='someone/app'", true),
    ("a && github.repository_owner != 'someone'", false), ("github.repository_owner == 'other'", false),
    ("github.actor == 'someone'", false), ("github.repository == 'someone'", false), ("success()", false),
  ])
  func anActionOfTheSameOwner(_ condition: String, _ isOwn: Bool) throws {
    let steps = "      - uses: someone/act@v1\n        if: \(condition)"
    var report = ProjectReport()
    CIActionUnpinned().check(try ProjectFixture.facts(workflow(steps)), &report)
    #expect(report.findings.isEmpty == isOwn)
  }

  @Test(arguments: [
    "uses: actions/checkout@v4", "uses: ./.github/actions/a", "uses: docker://swift:6",
    "uses: someone/act@5a4ac9002d0be2fb38bd78e4b4dbde5606d7042f", "run: echo uses someone/act@v1",
    "run: echo \"$TOKEN\"", "run: echo ${{ secrets.A }} | sh login.sh", "run: echo ${{ secrets.A }} > key.p8",
    "run: ./deploy ${{ secrets.A }}",
    "uses: slsa-framework/slsa-github-generator/.github/workflows/generator_generic_slsa3.yml@v1.2.1",
  ])
  func isSilent(_ step: String) throws { try expect(CIActionUnpinned.self, in: workflow("      - " + step)) }

  /// GitHub runs what lies at the top of a repository.
  @Test(arguments: ["third_party/kit/", "test/data/"]) func aWorkflowThatNobodyRuns(_ folder: String) throws {
    let files = workflow("      - uses: someone/act@v1")
    let moved = Dictionary(
      uniqueKeysWithValues: files.map { ($0.hasPrefix(".github") ? folder + $0 : $0, $1) })
    try expect(CIActionUnpinned.self, in: moved)
  }

  @Test func aSecretThatIsPrinted() throws {
    try expect(
      CIActionUnpinned.self, in: workflow("      - ⟦run: echo ${{ secrets.API }}⟧"), severity: .medium)
    try expect(
      CIActionUnpinned.self,
      in: workflow("      - ⟦run: |\n          set -e\n          echo \"${{ secrets.API }}\"⟧"),
      severity: .medium)
  }

  @Test(arguments: [
    "pull_request_target", "[push, pull_request_target]", "{pull_request_target: {types: [opened]}}",
    "{ push: {}, \"pull_request_target\" : { types: [opened] } }",
  ])
  func aStrangersCode(_ trigger: String) throws {
    let steps = """
            - uses: actions/checkout@v4
              with:
                ⟦ref: ${{ github.event.pull_request.head.sha }}⟧
      """
    try expect(CIActionUnpinned.self, in: workflow(steps, on: trigger), severity: .high)
    let plain = steps.filter { $0 != "⟦" && $0 != "⟧" }
    try expect(CIActionUnpinned.self, in: workflow(plain, on: "pull_request"))
  }
}

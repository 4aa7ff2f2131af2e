import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ExportOptionsTests {
  private func read(_ body: String, _ path: String = "ExportOptions.plist") throws -> ExportOptions? {
    let text = TextSource(path: path, bytes: Array(ProjectFixture.plist(body).utf8))
    return ExportOptions(try PropertyListSource(text, kind: .propertyList))
  }

  @Test(arguments: [
    ("app-store", ExportOptions.Audience.everybody), ("app-store-connect", .everybody),
    ("ad-hoc", .testers),
    ("release-testing", .testers), ("enterprise", .organisation), ("development", .developers),
    ("debugging", .developers), ("developer-id", .everybody), ("validation", nil), ("package", nil),
  ])
  func methods(_ method: String, _ audience: ExportOptions.Audience?) throws {
    let options = try #require(try read("<key>method</key><string>\(method)</string>"))
    #expect(options.audience == audience)
    #expect(options.isForOthers == (audience != nil && audience != .developers))
  }

  @Test func aFileIsKnownByItsKeysToo() throws {
    let method = "<key>method</key><string>ad-hoc</string>"
    let team = "<key>teamID</key><string>ABCDE12345</string>"
    #expect(try read(method + team, "ci/appstore.plist") != nil)
    #expect(try read(method, "ci/appstore.plist") == nil)
    #expect(try read("<key>method</key><string>POST</string>" + team, "ci/appstore.plist") == nil)
    #expect(try read(team, "ci/export-options.plist") != nil)
    #expect(try read("<key>Colour</key><string>red</string>") == nil)
  }

  @Test(arguments: [
    "ExportOptions.plist", "exportOptions.plist", "ExportOptions-AppStore.plist", "MyExportOptions.plist",
    "export-options.plist", "export_options_beta.plist", "exportoptions.PLIST",
  ])
  func names(_ name: String) { #expect(ExportOptions.isNamed(name)) }

  @Test(arguments: ["Info.plist", "ExportOptions.json", "Exports.plist", "Options.plist"])
  func otherNames(_ name: String) { #expect(!ExportOptions.isNamed(name)) }

  @Test(arguments: [
    "ExportOptions-Release.plist", "ExportOptionsAppStore.plist", "app-store.plist", "release.yml",
    "ExportOptions_AdHoc.plist", "ExportOptions.production.plist", "ExportOptionsInHouse.plist",
  ])
  func releases(_ name: String) { #expect(ExportOptions.isForRelease(name)) }

  @Test(arguments: [
    "ExportOptions.plist", "ExportOptionsDev.plist", "ExportOptions-Release-Dev.plist", "store.plist",
    "ReleaseTesting.plist", "prerelease-debug.yml", "ExportOptions-staging-adhoc.plist", "product.plist",
  ])
  func otherPurposes(_ name: String) { #expect(!ExportOptions.isForRelease(name)) }

  /// The folders of tools hold how a release is exported, which is no script and no test.
  @Test func foldersOfToolsTellNothing() {
    for folder in ["fastlane", "ci_scripts", "scripts", ".github"] {
      #expect(PathContext.context(ofPath: "\(folder)/ExportOptions.plist") == nil)
    }
    #expect(PathContext.context(ofPath: "fastlane/settings.plist") == .test)
    #expect(PathContext.context(ofPath: "AppTests/ExportOptions.plist") == .test)
    #expect(PathContext.context(ofPath: "Pods/A/scripts/ExportOptions.plist") == .vendor)
  }
}

@Suite struct ReleaseExportTests {
  private func exports(
    _ script: String, on: String = "push", job: String = "build", _ name: String = "ci.yml"
  ) throws -> [String] {
    let lines = script.split(separator: "\n").map { "          \($0)\n" }.joined()
    let text = "on: \(on)\njobs:\n  \(job):\n    steps:\n      - run: |\n\(lines)"
    return try found([".github/workflows/\(name)": text])
  }

  private func found(_ files: [String: String]) throws -> [String] {
    ReleaseExport.all(in: try ProjectFixture.facts(files)).map(\.options)
  }

  private let command =
    "xcodebuild -exportArchive -exportOptionsPlist ios/ExportOptions.plist -exportPath out"

  @Test(arguments: [
    ("xcodebuild -exportArchive -exportOptionsPlist ios/a.plist -exportPath out", ["ios/a.plist"]),
    ("xcodebuild -exportArchive \\\n  -exportOptionsPlist \"$GITHUB_WORKSPACE/a.plist\"", ["a.plist"]),
    (
      "x -exportOptionsPlist './a.plist'\nx -exportOptionsPlist $CI_PROJECT_DIR/b.plist",
      ["a.plist", "b.plist"]
    ),
    ("# xcodebuild -exportOptionsPlist a.plist", []), ("xcodebuild -exportOptionsPlist $OPTIONS", []),
    ("xcodebuild -exportOptionsPlist", []), ("xcodebuild -exportOptionsPlist ../a.plist", []), ("", []),
  ])
  func theFileIsTheWordBehindTheOption(_ script: String, _ files: [String]) {
    #expect(ReleaseExport.optionFiles(in: script) == files)
  }

  @Test func aWorkflowAJobOrAnEventSaysRelease() throws {
    #expect(try exports(command).isEmpty)
    #expect(try exports(command, "release.yml") == ["ios/ExportOptions.plist"])
    #expect(try exports(command, job: "app-store") == ["ios/ExportOptions.plist"])
    #expect(try exports(command, on: "[release, workflow_dispatch]").count == 1)
    #expect(try exports(command, on: "{release: {types: [published]}}").count == 1)
    #expect(try exports(command, on: "{ 'release' : {types: [published]} }").count == 1)
    #expect(try exports(command, on: "{push: {branches: [release]}}").isEmpty)
  }

  @Test func repeatedAndManyCommandsHaveABound() throws {
    #expect(try exports("\(command)\n\(command)", "release.yml") == ["ios/ExportOptions.plist"])
    let many = (0..<30_000).map { "x -exportOptionsPlist \($0 % 1_000).plist\n" }.joined()
    #expect(try found(["release.sh": many.prefix(200_000) + "\n"]).count == 64)
    let scripts = (0..<20).map { ("release\($0).sh", String(many.prefix(4_000)) + "\n") }
    #expect(try found(Dictionary(uniqueKeysWithValues: scripts)).count == 1_000)
  }

  @Test func scriptsAndJobsOfGitLab() throws {
    #expect(try found(["ci_scripts/release.sh": "#!/bin/sh\n\(command)\n"]) == ["ios/ExportOptions.plist"])
    #expect(try found(["ci_scripts/build.sh": command, "Pods/A/release.sh": command]).isEmpty)
    let jobs = "check:\n  script:\n    - make test\nrelease:\n  stage: deploy\n  script:\n    - \(command)\n"
    #expect(try found([".gitlab-ci.yml": jobs]) == ["ios/ExportOptions.plist"])
    #expect(try found([".gitlab-ci.yml": jobs.replacing("release:", with: "nightly:")]).isEmpty)
  }

  @Test func theCommandIsShown() throws {
    let facts = try ProjectFixture.facts(["release.sh": "#!/bin/sh\n\n\(command)\n"])
    let export = try #require(ReleaseExport.all(in: facts).first)
    #expect(export.path == "release.sh" && export.region.startLine == 3)
  }

  @Test func aPathIsMeantByItsEnd() {
    let export = ReleaseExport(options: "ios/a.plist", path: "release.sh", region: .wholeFile)
    #expect(export.means("ios/a.plist") && export.means("app/ios/a.plist"))
    #expect(!export.means("a.plist") && !export.means("aios/a.plist"))
  }
}

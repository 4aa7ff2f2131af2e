import OmamoriReport
import Testing

@testable import OmamoriScanner

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

@Suite struct WorkflowExportsTests {
  private func exports(
    _ script: String, on: String = "push", job: String = "build", _ name: String = "ci.yml"
  )
    -> [WorkflowFile.Export]
  {
    let lines = script.split(separator: "\n").map { "          \($0)\n" }.joined()
    let text = "on: \(on)\njobs:\n  \(job):\n    steps:\n      - run: |\n\(lines)"
    return WorkflowFile(TextSource(path: ".github/workflows/\(name)", bytes: Array(text.utf8))).exports
  }

  private let command =
    "xcodebuild -exportArchive -exportOptionsPlist ios/ExportOptions.plist -exportPath out"

  @Test func theFileIsTheWordBehindTheOption() {
    let found = exports(command).map(\.options)
    #expect(found == ["ios/ExportOptions.plist"])
    #expect(
      exports("xcodebuild -exportArchive \\\n  -exportOptionsPlist \"$GITHUB_WORKSPACE/a.plist\"").map(
        \.options)
        == ["a.plist"])
    #expect(exports("# \(command)").isEmpty)
    #expect(exports("xcodebuild -exportOptionsPlist $OPTIONS").isEmpty)
    #expect(exports("xcodebuild -exportOptionsPlist").isEmpty)
    #expect(exports("xcodebuild -exportOptionsPlist ../a.plist").isEmpty)
  }

  @Test func aWorkflowAJobOrAnEventSaysRelease() {
    #expect(exports(command).map(\.isForRelease) == [false])
    #expect(exports(command, "release.yml").map(\.isForRelease) == [true])
    #expect(exports(command, job: "app-store").map(\.isForRelease) == [true])
    #expect(exports(command, on: "[release, workflow_dispatch]").map(\.isForRelease) == [true])
    #expect(exports(command, on: "{release: {types: [published]}}").map(\.isForRelease) == [true])
    #expect(exports(command, on: "{push: {branches: [release]}}").map(\.isForRelease) == [false])
  }

  @Test func aPathIsMeantByItsEnd() throws {
    let export = try #require(exports(command).first)
    #expect(export.means("ios/ExportOptions.plist") && export.means("app/ios/ExportOptions.plist"))
    #expect(!export.means("ExportOptions.plist") && !export.means("aios/ExportOptions.plist"))
  }
}

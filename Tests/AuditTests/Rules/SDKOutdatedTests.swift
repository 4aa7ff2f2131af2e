import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What the App Store requires holds since 28 April 2026: Xcode 26 and its SDKs.
@Suite struct SDKOutdatedTests {
  private static let app = "import UIKit\n@main class App: UIResponder, UIApplicationDelegate {}\n"
  private static let workflow = ".github/workflows/release.yml"

  private static func job(_ steps: String, upload: String = "bundle exec fastlane upload_to_testflight")
    -> String
  {
    """
    on: push
    jobs:
      release:
        runs-on: macos-15
        steps:
          - uses: actions/checkout@v4
    \(steps.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
          - run: \(upload)
    """
  }

  private func evidence(_ files: [String: String]) throws -> [Evidence.Kind] {
    var report = ProjectReport()
    SDKOutdated().check(try ProjectFixture.facts(files), &report)
    return report.evidence.map(\.kind)
  }

  @Test(arguments: [
    "- ⟦run: sudo xcode-select -s /Applications/Xcode_16.4.app/Contents/Developer⟧",
    "- ⟦run: sudo xcode-select --switch /Applications/Xcode-15.app⟧",
    "- uses: maxim-lobanov/setup-xcode@v1\n  with:\n    ⟦xcode-version: '16.2'⟧",
    "- uses: maxim-lobanov/setup-xcode@v1\n  with:\n    ⟦xcode-version: ^15.0.1⟧",
    "- run: make\n  env:\n    ⟦DEVELOPER_DIR: /Applications/Xcode_15.4.app/Contents/Developer⟧",
    "- ⟦run: |\n    export DEVELOPER_DIR=/Applications/Xcode_14.3.1.app\n    make archive⟧",
  ])
  func speaks(_ steps: String) throws {
    try expect(SDKOutdated.self, in: ["a.swift": Self.app, Self.workflow: Self.job(steps)], severity: .low)
  }

  @Test(arguments: [
    "- run: sudo xcode-select -s /Applications/Xcode_26.2.app/Contents/Developer",
    "- run: sudo xcode-select -s /Applications/Xcode.app",
    "- uses: maxim-lobanov/setup-xcode@v1\n  with:\n    xcode-version: latest-stable",
    "- uses: maxim-lobanov/setup-xcode@v1\n  with:\n    xcode-version: ${{ matrix.xcode }}",
    "- uses: maxim-lobanov/setup-xcode@v1\n  with:\n    xcode-version: '27'",
    "- run: ls /Applications/Xcode_16.4.app",
    // Unit tests run with the old version first, and the release is built with the new one.
    "- run: sudo xcode-select -s /Applications/Xcode_16.4.app\n- run: sudo xcode-select -s /Applications/Xcode_26.0.app",
  ])
  func isSilent(_ steps: String) throws {
    try expect(SDKOutdated.self, in: ["a.swift": Self.app, Self.workflow: Self.job(steps)])
  }

  @Test(arguments: [
    ("xcrun altool --upload-app -f App.ipa", true), ("fastlane ios release", true), ("fastlane beta", true),
    ("fastlane deploy_appstore", true), ("xcodebuild test -scheme App", false), ("fastlane test", false),
    ("fastlane screenshots", false),
  ])
  func onlyJobsThatUpload(_ command: String, counts: Bool) throws {
    let old = "run: sudo xcode-select -s /Applications/Xcode_16.4.app"
    let job = Self.job("- " + (counts ? "⟦\(old)⟧" : old), upload: command)
    try expect(SDKOutdated.self, in: ["a.swift": Self.app, Self.workflow: job])
  }

  @Test func aJobOfItsOwnAndAWholeWorkflow() throws {
    let others =
      Self.job("- run: sudo xcode-select -s /Applications/Xcode_26.app") + """

          checks:
            runs-on: macos-14
            steps:
              - run: sudo xcode-select -s /Applications/Xcode_15.4.app
              - run: swift test
        """
    try expect(SDKOutdated.self, in: ["a.swift": Self.app, Self.workflow: others])
    let all =
      "env:\n  ⟦DEVELOPER_DIR: /Applications/Xcode_16.1.app/Contents/Developer⟧\n" + Self.job("- run: make")
    try expect(SDKOutdated.self, in: ["a.swift": Self.app, Self.workflow: all])
  }

  @Test func theStoreForMacsHasNoSuchRule() throws {
    let job = Self.job("- run: sudo xcode-select -s /Applications/Xcode_16.4.app")
    let project = ProjectFixture.pbxproj(target: "SDKROOT = macosx;")
    try expect(
      SDKOutdated.self,
      in: ["App/a.swift": Self.app, Self.workflow: job, "App.xcodeproj/project.pbxproj": project])
  }

  @Test(arguments: [
    ("⟦xcodes(version: \"16.2\", select_for_current_build_only: true)⟧", "upload_to_testflight"),
    ("⟦xcversion(version: \"~> 15.1\")⟧", "pilot(skip_submission: true)"),
    ("⟦xcode_select(\"/Applications/Xcode_15.4.app\")⟧", "upload_to_app_store"),
    ("xcodes(version: \"26.1\")", "upload_to_testflight"), ("xcodes(version: \"16.2\")", "run_tests"),
    ("# xcodes(version: \"16.2\")", "upload_to_testflight"), ("xcodes(version: ENV[\"XCODE\"])", "deliver()"),
  ])
  func lanes(_ choice: String, _ action: String) throws {
    try expect(
      SDKOutdated.self,
      in: [
        "a.swift": Self.app, "fastlane/Fastfile": "lane :ship do\n\(choice)\n  build_app\n  \(action)\nend\n",
      ])
  }

  @Test(arguments: [
    "⟦SDKROOT = iphoneos17.5⟧;", "⟦SDKROOT = appletvos18.0⟧;", "SDKROOT = iphoneos;",
    "SDKROOT = iphoneos26.1;", "SDKROOT = macosx15.0;", "SDKROOT = auto;",
  ])
  func projects(_ setting: String) throws {
    try expect(
      SDKOutdated.self, in: ["App.xcodeproj/project.pbxproj": ProjectFixture.pbxproj(target: setting)])
  }

  // MARK: Built apps

  private static func app(_ platform: UInt32, sdk: UInt32) -> BuiltApp {
    var program = BuiltApp.program()
    program.build = (platform, 0x0F_0000, sdk)
    return BuiltApp(program)
  }

  @Test(
    arguments: [
      (2, 0x12_0500, 1), (3, 0x11_0000, 1), (11, 0x02_0000, 1), (2, 0x1A_0000, 0), (2, 0x1B_0100, 0),
      (1, 0x0F_0000, 0), (7, 0x12_0000, 0), (2, 0, 0),
    ] as [(UInt32, UInt32, Int)])
  func programs(platform: UInt32, sdk: UInt32, count: Int) throws {
    let found = try findings(of: SDKOutdated.self, in: Self.app(platform, sdk: sdk))
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.severity == .low && $0.confidence == .high })
  }

  @Test func aDevelopersOwnBuildIsNotReleased() throws {
    var app = Self.app(2, sdk: 0x12_0000)
    app.files["embedded.mobileprovision"] = BuiltApp.profile(
      "<key>Entitlements</key><dict><key>get-task-allow</key><true/></dict>")
    #expect(try findings(of: SDKOutdated.self, in: app).isEmpty)
  }

  @Test(arguments: [("18.2", 1), ("26.0", 0)])
  func withoutAProgramTheListTells(_ version: String, count: Int) throws {
    var app = BuiltApp()
    app.files["App"] = nil
    app.files["Info.plist"] = Array(
      ProjectFixture.plist(
        """
        <key>CFBundlePackageType</key><string>APPL</string>
        <key>DTPlatformName</key><string>iphoneos</string>
        <key>DTPlatformVersion</key><string>\(version)</string>
        """
      ).utf8)
    var report = ProjectReport()
    for bundle in AppBundle.all(in: try app.facts()) { SDKOutdated().check(bundle, &report) }
    #expect(report.findings.map(\.region.startLine).count == count)
    #expect(report.findings.allSatisfy { $0.snippet.contains("DTPlatformVersion") })
  }

  /// A release with a current SDK answers the question; nothing seen leaves it to a person.
  @Test func aCurrentReleaseIsEvidence() throws {
    let current = Self.job("- run: sudo xcode-select -s /Applications/Xcode_26.2.app")
    #expect(try evidence(["a.swift": Self.app, Self.workflow: current]) == [.currentSDK])
    #expect(try evidence(["a.swift": Self.app, Self.workflow: Self.job("- run: make")]) == [])
    var report = ProjectReport()
    for bundle in AppBundle.all(in: try Self.app(2, sdk: 0x1A_0000).facts()) {
      SDKOutdated().check(bundle, &report)
    }
    #expect(report.evidence.map(\.kind) == [.currentSDK])
  }
}

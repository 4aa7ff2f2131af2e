import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

private let app = "@main struct A {}\n"
private let name = "<key>CFBundleName</key><string>App</string>"

@Suite struct QuerySchemesTests {
  private func list(_ schemes: String...) -> String {
    ProjectFixture.plist(
      "<key>LSApplicationQueriesSchemes</key><array>\(schemes.map { "<string>\($0)</string>" }.joined())</array>"
    )
  }

  @Test(arguments: [
    "let a = ⟦UIApplication.shared.canOpenURL(URL(string: \"otherapp://\")!)⟧",
    "func a() { if let u = URL(string: \"otherapp://pay\"), ⟦UIApplication.shared.canOpenURL(u)⟧ {} }",
    "func a() { let s = \"OtherApp:\"; let u = URL(string: s)!; _ = ⟦app.canOpenURL(u)⟧ }",
  ])
  func mismatchSpeaks(_ source: String) throws {
    try expect(
      QuerySchemesMismatch.self, in: ["Info.plist": list("line"), "a.swift": source], severity: .low)
    try expect(
      JailbreakCheckDead.self,
      in: ["Info.plist": list("line"), "a.swift": source.filter { !"⟦⟧".contains($0) }])
  }

  @Test(arguments: [
    "let a = app.canOpenURL(URL(string: \"line://\")!)",
    "let a = app.canOpenURL(URL(string: \"https://e.com\")!)",
    "let a = app.canOpenURL(url)", "let a = app.canOpenURL(URL(string: \"tel:1\")!)",
    "// canOpenURL(URL(string: \"x://\"))",
  ])
  func mismatchIsSilent(_ source: String) throws {
    try expect(QuerySchemesMismatch.self, in: ["Info.plist": list("LINE"), "a.swift": source])
  }

  @Test func withoutAListNothingIsKnown() throws {
    try expect(QuerySchemesMismatch.self, in: ["a.swift": "let a = app.canOpenURL(URL(string: \"x://\")!)"])
  }

  @Test func tooManySchemesSpeak() throws {
    func many(_ count: Int) -> String {
      "<key>LSApplicationQueriesSchemes</key><array>"
        + (1...count).map { "<string>s\($0)</string>" }.joined() + "</array>"
    }
    try expect(QuerySchemesMismatch.self, in: ["Info.plist": ProjectFixture.plist("⟦" + many(51) + "⟧")])
    try expect(QuerySchemesMismatch.self, in: ["Info.plist": ProjectFixture.plist(many(50))])
  }

  @Test(arguments: ["cydia://package/com.example", "sileo://", "filza:"])
  func deadChecksSpeak(_ url: String) throws {
    let source = "func jailbroken() -> Bool { ⟦UIApplication.shared.canOpenURL(URL(string: \"\(url)\")!)⟧ }"
    try expect(
      JailbreakCheckDead.self, in: ["Info.plist": list("line"), "a.swift": source], severity: .medium)
    let silent = source.filter { !"⟦⟧".contains($0) }
    try expect(QuerySchemesMismatch.self, in: ["Info.plist": list("line"), "a.swift": silent])
    try expect(
      JailbreakCheckDead.self, in: ["Info.plist": list("cydia", "sileo", "filza"), "a.swift": silent])
  }
}

@Suite struct URLSchemeHijackableTests {
  private func check(_ scheme: String, kind: FileKind = .infoPlist) throws -> [String] {
    let body =
      "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>\(scheme)</string></array></dict></array>"
    let text = TextSource(path: "Info.plist", bytes: Array(ProjectFixture.plist(body).utf8))
    var report = FileReport(text)
    URLSchemeHijackable().check(try PropertyListSource(text, kind: kind), &report)
    return report.findings.map { finding in
      let region = finding.region
      let start = text.lines.offset(ofLine: region.startLine) + region.startColumn - 1
      return String(
        decoding: text.bytes[start...].prefix(region.endColumn - region.startColumn), as: UTF8.self)
    }
  }

  @Test(arguments: ["login", "myapp", "OAuth", "fb", "http", "wallet"])
  func speaks(_ scheme: String) throws { #expect(try check(scheme) == ["<string>\(scheme)</string>"]) }

  @Test func schemesOfBrowsersAreDoubtful() throws {
    #expect(try confidences("https") == [.low])
    #expect(try confidences("login") == [.high])
  }

  private func confidences(_ scheme: String) throws -> [Confidence] {
    let body =
      "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>\(scheme)</string></array></dict></array>"
    let text = TextSource(path: "Info.plist", bytes: Array(ProjectFixture.plist(body).utf8))
    var report = FileReport(text)
    URLSchemeHijackable().check(try PropertyListSource(text, kind: .infoPlist), &report)
    return report.findings.map(\.confidence)
  }

  @Test(arguments: [
    "jp.example.app", "fb1234567890", "com.googleusercontent.apps.1", "$(SCHEME)", "acmenotes",
  ])
  func isSilent(_ scheme: String) throws { #expect(try check(scheme).isEmpty) }

  @Test func otherListsAreSilent() throws { #expect(try check("login", kind: .propertyList).isEmpty) }
}

@Suite struct FileSharingEnabledTests {
  private let documents =
    app + "let f = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)"

  @Test func speaks() throws {
    let plist = ProjectFixture.plist("⟦<key>UIFileSharingEnabled</key><true/>⟧")
    try expect(FileSharingEnabled.self, in: ["Info.plist": plist, "a.swift": documents], severity: .info)
    try expect(
      FileSharingEnabled.self, in: ["Info.plist": plist, "a.swift": "import RealmSwift\n"], severity: .medium)
    let inPlace = ProjectFixture.plist("⟦<key>LSSupportsOpeningDocumentsInPlace</key><true/>⟧")
    try expect(
      FileSharingEnabled.self, in: ["Info.plist": inPlace, "a.swift": "import SQLite3\n" + documents],
      severity: .medium)
  }

  @Test func documentAppsAreLow() throws {
    let body =
      "⟦<key>UIFileSharingEnabled</key><true/>⟧<key>CFBundleDocumentTypes</key><array><dict/></array>"
    try expect(
      FileSharingEnabled.self,
      in: ["Info.plist": ProjectFixture.plist(body), "a.swift": "import GRDB\n" + documents],
      severity: .low)
  }

  @Test(arguments: [
    ("<key>UIFileSharingEnabled</key><false/>", "import RealmSwift"), (name, "import RealmSwift"),
    // Only a store that names no place lies in Documents.
    ("<key>UIFileSharingEnabled</key><true/>", "import GRDB"),
    ("<key>UIFileSharingEnabled</key><true/>", "import UIKit"),
    ("<key>UIFileSharingEnabled</key><string>YES</string>", "let documentDirectoryName = 1"),
  ])
  func isSilent(_ body: String, _ source: String) throws {
    try expect(FileSharingEnabled.self, in: ["Info.plist": ProjectFixture.plist(body), "a.swift": source])
  }
}

@Suite struct AssociatedDomainsRiskTests {
  private func entitlements(_ domains: String...) -> String {
    ProjectFixture.plist(
      "<key>com.apple.developer.associated-domains</key><array>\(domains.joined())</array>")
  }

  @Test(arguments: [
    "applinks:e.com?mode=developer", "webcredentials:*.e.com", "applinks:*.e.com?mode=managed",
  ])
  func speaks(_ domain: String) throws {
    try expect(
      AssociatedDomainsRisk.self, in: ["App.entitlements": entitlements("⟦<string>\(domain)</string>⟧")],
      severity: .low)
  }

  @Test func linksNobodyReceivesSpeak() throws {
    try expect(
      AssociatedDomainsRisk.self,
      in: ["App.entitlements": entitlements("⟦<string>applinks:e.com</string>⟧"), "a.swift": app])
  }

  @Test(arguments: [
    "struct V { var body: some View { T().onOpenURL { open($0) } } }",
    "struct V { var body: some View { T().onContinueUserActivity(\"a\") { _ in } } }",
    "func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}",
    "func f(a: NSUserActivity) { open(a.webpageURL) }",
  ])
  func linksThatAreReceivedAreSilent(_ source: String) throws {
    try expect(
      AssociatedDomainsRisk.self,
      in: ["App.entitlements": entitlements("<string>applinks:e.com</string>"), "a.swift": app + source])
  }

  @Test func developmentEntitlementsAreNotReleased() throws {
    let project = ProjectFixture.pbxproj(target: "CODE_SIGN_ENTITLEMENTS = App/Release.entitlements;")
    try expect(
      AssociatedDomainsRisk.self,
      in: [
        "App.xcodeproj/project.pbxproj": project,
        "App/Debug.entitlements": entitlements("<string>webcredentials:e.com?mode=developer</string>"),
        "App/Release.entitlements": entitlements("<string>webcredentials:e.com</string>"),
      ])
  }
}

/// A rule that never fires is worse than none: its own example must make it speak, and the repaired one not.
@Suite struct ProjectRuleExampleTests {
  private func files(_ language: String, _ text: String) -> [String: String] {
    switch language {
    case "podfile": ["Podfile": text]
    case "package": ["Package.swift": text]
    case "cartfile": ["Cartfile": text]
    case "gitignore": [".gitignore": text, "Podfile": "pod 'A'", "Podfile.lock": "PODS:\n", "a.swift": app]
    case "settings": ["App.xcodeproj/project.pbxproj": ProjectFixture.pbxproj(target: text)]
    case "swift": ["a.swift": app + text]
    case "xcprivacy": ["PrivacyInfo.xcprivacy": ProjectFixture.plist(text)]
    case "entitlements": ["App.entitlements": ProjectFixture.plist(text)]
    default:
      [
        "Info.plist": ProjectFixture.plist(text),
        "a.swift": app + """
          import RealmSwift
          let camera = AVCaptureDevice.requestAccess(for: .video)
          let scheme = app.canOpenURL(URL(string: "\(language.hasSuffix("cydia") ? "cydia" : "otherapp")://")!)
          """,
      ]
    }
  }

  @Test(
    arguments: [
      DependencyUnpinnedCocoaPods.self, DependencyUnpinnedSwiftPM.self, DependencyUnpinnedCarthage.self,
      DependencyLockMissing.self, DependencyInsecureSource.self, BuildSymbolsNotStripped.self,
      BuildReleaseDebuggable.self, JailbreakCheckDead.self, PermissionMissingPurpose.self,
      PermissionVaguePurpose.self,
      PrivacyManifestMissing.self, PrivacyRequiredReasonUndeclared.self, QuerySchemesMismatch.self,
      FileSharingEnabled.self, AssociatedDomainsRisk.self,
    ] as [any ProjectRule.Type])
  func everyExampleSpeaksAndItsRepairIsSilent(_ rule: any ProjectRule.Type) throws {
    let example = rule.metadata.example
    for (text, speaks) in [(example.bad, true), (example.good, false)] {
      var report = ProjectReport()
      rule.init().check(try ProjectFixture.facts(files(example.language, text)), &report)
      #expect(report.findings.isEmpty != speaks, "\(rule.metadata.id): \(text)")
    }
  }
}

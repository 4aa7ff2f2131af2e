import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

private func method(_ name: String) -> String { "<key>method</key><string>\(name)</string>\n" }

@Suite struct ExportDevelopmentSigningTests {
  @Test(arguments: [
    "<key>signingCertificate</key><string>Apple Development</string>",
    "<key>signingCertificate</key><string>iPhone Developer: Aoi Mori (ABCDE12345)</string>",
    "<key>signingCertificate</key><string>iOS Developer</string>",
    "<key>signingCertificate</key><string>Mac Developer</string>",
  ])
  func certificates(_ entry: String) throws {
    for name in ["app-store", "app-store-connect", "ad-hoc", "enterprise", "developer-id"] {
      try expect(
        ExportDevelopmentSigning.self,
        in: ["ExportOptions.plist": ProjectFixture.plist(method(name) + "⟦\(entry)⟧")], severity: .medium)
    }
  }

  @Test(arguments: [
    "<key>signingCertificate</key><string>Apple Distribution</string>",
    "<key>signingCertificate</key><string>iPhone Distribution: Tsukimi KK</string>",
    "<key>signingCertificate</key><string>Developer ID Application</string>",
    "<key>signingCertificate</key><string>B6A1F0C2D3E4F5061728394A5B6C7D8E9F001122</string>",
    "<key>signingStyle</key><string>automatic</string>"
      + "<key>signingCertificate</key><string>Apple Development</string>",
  ])
  func otherCertificates(_ entry: String) throws {
    try expect(
      ExportDevelopmentSigning.self,
      in: ["ExportOptions.plist": ProjectFixture.plist(method("app-store") + entry)])
  }

  /// Xcode passes over what is named when it signs by itself.
  @Test func automaticSigning() throws {
    let body =
      method("app-store") + "<key>signingStyle</key><string>automatic</string>\n"
      + "<key>provisioningProfiles</key><dict><key>jp.a</key><string>match Development jp.a</string>"
      + "<key>jp.b</key><string>match Development *</string></dict>"
    try expect(ExportDevelopmentSigning.self, in: ["ExportOptions.plist": ProjectFixture.plist(body)])
    try expectInPlist(
      ExportWildcardProfile.self, in: body, path: "ExportOptions.plist", kind: .propertyList)
  }

  @Test func developmentIsSignedForDevelopment() throws {
    let body =
      method("development") + "<key>signingCertificate</key><string>Apple Development</string>\n"
      + "<key>provisioningProfiles</key><dict><key>jp.a</key><string>match Development jp.a</string></dict>"
    try expect(ExportDevelopmentSigning.self, in: ["ExportOptions.plist": ProjectFixture.plist(body)])
  }

  @Test(arguments: [
    "match Development jp.example.app", "iOS Team Provisioning Profile: jp.example.app",
    "Tsukimi iOS Development",
  ])
  func profiles(_ name: String) throws {
    let entry = "⟦<key>jp.example.app</key><string>\(name)</string>⟧"
    try expect(
      ExportDevelopmentSigning.self,
      in: [
        "ci/export.plist": ProjectFixture.plist(
          method("app-store") + "<key>provisioningProfiles</key><dict>\(entry)</dict>")
      ], severity: .medium)
  }

  @Test(arguments: [
    ("jp.example.app", "match AppStore jp.example.app"),
    ("jp.example.app", "iOS Team Store Provisioning Profile: jp.example.app"),
    ("jp.example.app", "iOS Team Ad Hoc Provisioning Profile: jp.example.app"),
    ("jp.example.app", "Tsukimi Development Distribution"), ("jp.example.app", "Tsukimi Dev"),
    ("jp.example.app", "Development Ad Hoc"), ("jp.example.app.development", "Tsukimi Development"),
    ("jp.example.app", "Kids Development Tracker Prod"),
    ("jp.example.app", "0f2a4c6e-1b3d-4f5a-8c7e-9d0b1a2c3d4e"), ("jp.example.app", "Developments App"),
  ])
  func otherProfiles(_ identifier: String, _ name: String) throws {
    let entry = "<key>\(identifier)</key><string>\(name)</string>"
    try expect(
      ExportDevelopmentSigning.self,
      in: [
        "ExportOptions.plist": ProjectFixture.plist(
          method("app-store") + "<key>provisioningProfiles</key><dict>\(entry)</dict>")
      ])
  }

  @Test(arguments: [
    ("match Development jp.example.app", Confidence.high), ("Tsukimi iOS Development", .medium),
    ("Tsukimi Development Profile", .medium), ("Provisioning development jp.example.app", .medium),
    ("Acme Property Development", .low), ("Development of Kids", .low), ("Kids Development Profile", .medium),
    ("Profile of Kids Development Tracker", .low),
  ])
  func anAppMayBeAboutDevelopment(_ name: String, _ confidence: Confidence) throws {
    let entry = "<key>jp.example.app</key><string>\(name)</string>"
    let body = method("app-store-connect") + "<key>provisioningProfiles</key><dict>\(entry)</dict>"
    var report = ProjectReport()
    ExportDevelopmentSigning().check(
      try ProjectFixture.facts(["ExportOptions.plist": ProjectFixture.plist(body)]), &report)
    #expect(report.findings.map(\.confidence) == [confidence])
  }

  @Test(arguments: ["development", "debugging"])
  func theNameSaysRelease(_ name: String) throws {
    let marked = ProjectFixture.plist(
      "⟦<key>method</key><string>\(name)</string>⟧\n<key>teamID</key><string>ABCDE12345</string>")
    let plain = marked.replacing("⟦", with: "").replacing("⟧", with: "")
    for path in ["ExportOptions-Release.plist", "fastlane/ExportOptionsAppStore.plist"] {
      try expect(ExportDevelopmentSigning.self, in: [path: marked])
    }
    for path in ["ExportOptions.plist", "ExportOptions-Debug.plist", "ExportOptionsDevRelease.plist"] {
      try expect(ExportDevelopmentSigning.self, in: [path: plain])
    }
  }

  @Test func aReleaseOfTheWorkflowIsMadeWithIt() throws {
    let marked = ProjectFixture.plist("⟦<key>method</key><string>development</string>⟧")
    let plain = marked.replacing("⟦", with: "").replacing("⟧", with: "")
    let workflow = """
      on: push
      jobs:
        build:
          steps:
            - run: xcodebuild -exportArchive -exportOptionsPlist ios/ExportOptions.plist
      """
    let options = "ios/ExportOptions.plist"
    try expect(
      ExportDevelopmentSigning.self, in: [options: marked, ".github/workflows/release.yml": workflow])
    try expect(ExportDevelopmentSigning.self, in: [options: plain, ".github/workflows/test.yml": workflow])
    try expect(
      ExportDevelopmentSigning.self,
      in: ["mac/ExportOptions.plist": plain, ".github/workflows/release.yml": workflow])
  }
}

@Suite struct ExportWildcardProfileTests {
  private func profiles(_ entry: String, _ name: String = "app-store") -> String {
    method(name) + "<key>provisioningProfiles</key><dict>\n\(entry)\n</dict>"
  }

  @Test(arguments: [
    "<key>*</key><string>All</string>", "<key>jp.example.*</key><string>All</string>",
    "<key>jp.example.app</key><string>iOS Team Store Provisioning Profile: *</string>",
    "<key>jp.example.app</key><string>match InHouse jp.example.*</string>",
  ])
  func speaks(_ entry: String) throws {
    try expectInPlist(
      ExportWildcardProfile.self, in: profiles("⟦\(entry)⟧"), path: "ExportOptions.plist",
      kind: .propertyList, severity: .low)
  }

  @Test(arguments: [
    "<key>jp.example.app</key><string>match AppStore jp.example.app</string>",
    "<key>jp.example.app</key><string>Tsukimi*2</string>",
  ])
  func isSilent(_ entry: String) throws {
    try expectInPlist(
      ExportWildcardProfile.self, in: profiles(entry), path: "ExportOptions.plist", kind: .propertyList)
  }

  @Test func developersMayHaveOne() throws {
    try expectInPlist(
      ExportWildcardProfile.self, in: profiles("<key>*</key><string>All</string>", "debugging"),
      path: "ExportOptions.plist", kind: .propertyList)
  }
}

@Suite struct ExportICloudDevelopmentTests {
  private let entry = "<key>iCloudContainerEnvironment</key><string>Development</string>"

  @Test(arguments: [
    ("app-store", Severity.medium), ("app-store-connect", .medium), ("enterprise", .medium),
    ("developer-id", .medium),
    ("ad-hoc", .low), ("release-testing", .low),
  ])
  func speaks(_ name: String, _ severity: Severity) throws {
    try expectInPlist(
      ExportICloudDevelopment.self, in: method(name) + "⟦\(entry)⟧", path: "ExportOptions.plist",
      kind: .propertyList, severity: severity)
  }

  @Test func isSilent() throws {
    let production = entry.replacing("Development", with: "Production")
    for (path, body) in [
      ("ExportOptions.plist", method("app-store") + production),
      ("ExportOptions.plist", method("development") + entry),
      ("ExportOptions-dev.plist", method("ad-hoc") + entry), ("ExportOptions.plist", entry),
    ] {
      try expectInPlist(ExportICloudDevelopment.self, in: body, path: path, kind: .propertyList)
    }
  }
}

@Suite struct InstallManifestCleartextTests {
  @Test(arguments: [
    ("<key>appURL</key><string>http://apps.tsukimi.example/a.ipa</string>", Severity.high),
    ("<key>assetPackManifestURL</key><string>HTTP://apps.tsukimi.example/a.plist</string>", .high),
    ("<key>appURL</key><string>http://10.0.0.8/a.ipa</string>", .medium),
    ("<key>displayImageURL</key><string>http://apps.tsukimi.example/a.png</string>", .low),
    ("<key>fullSizeImageURL</key><string>http://apps.tsukimi.example/a.png</string>", .low),
  ])
  func exports(_ entry: String, _ severity: Severity) throws {
    try expectInPlist(
      InstallManifestCleartext.self,
      in: method("enterprise") + "<key>manifest</key><dict>\n⟦\(entry)⟧\n</dict>",
      path: "ExportOptions.plist",
      kind: .propertyList, severity: severity)
  }

  @Test(arguments: [
    "<key>appURL</key><string>https://apps.tsukimi.example/a.ipa</string>",
    "<key>appURL</key><string>http://localhost:8080/a.ipa</string>",
    "<key>appURL</key><string>$(APP_URL)</string>", "<key>appURL</key><string>http://$HOST/a.ipa</string>",
    "<key>supportURL</key><string>http://apps.tsukimi.example/</string>",
  ])
  func otherExports(_ entry: String) throws {
    try expectInPlist(
      InstallManifestCleartext.self, in: method("enterprise") + "<key>manifest</key><dict>\(entry)</dict>",
      path: "ExportOptions.plist", kind: .propertyList)
  }

  @Test func resourcesOnDemand() throws {
    try expectInPlist(
      InstallManifestCleartext.self,
      in: method("ad-hoc")
        + "⟦<key>onDemandResourcesAssetPacksBaseURL</key><string>http://cdn.tsukimi.example/</string>⟧",
      path: "ExportOptions.plist", kind: .propertyList, severity: .high)
  }

  private func manifest(_ url: String, kind: String = "software-package") -> String {
    """
    <key>items</key><array><dict>
    <key>assets</key><array><dict><key>kind</key><string>\(kind)</string>\(url)</dict></array>
    <key>metadata</key><dict><key>bundle-identifier</key><string>jp.example.app</string></dict>
    </dict></array>
    """
  }

  @Test func theManifestItself() throws {
    let url = "<key>url</key><string>http://apps.tsukimi.example/a.ipa</string>"
    try expectInPlist(
      InstallManifestCleartext.self, in: manifest("⟦\(url)⟧"), path: "manifest.plist", kind: .propertyList,
      severity: .high)
    try expectInPlist(
      InstallManifestCleartext.self, in: manifest("⟦\(url)⟧", kind: "display-image"), path: "manifest.plist",
      kind: .propertyList, severity: .low)
    try expectInPlist(
      InstallManifestCleartext.self, in: manifest(url.replacing("http:", with: "https:")),
      path: "manifest.plist", kind: .propertyList)
    try expectInPlist(
      InstallManifestCleartext.self,
      in: manifest(url).replacing("bundle-identifier", with: "name"), path: "links.plist", kind: .propertyList
    )
  }
}

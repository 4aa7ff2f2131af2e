import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// `Info.plist` with settings of App Transport Security.
private func settings(_ body: String) -> String {
  "<key>NSAppTransportSecurity</key>\n<dict>\n\(body)\n</dict>\n"
}

private func exception(_ body: String, host: String = "api.tsukimi.jp") -> String {
  settings("<key>NSExceptionDomains</key>\n<dict>\n<key>\(host)</key>\n<dict>\n\(body)\n</dict>\n</dict>")
}

private let nothing = "<key>CFBundleName</key>\n<string>Tsukimi</string>\n"
private let pins = """
  <array>
  <dict><key>SPKI-SHA256-BASE64</key><string>r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=</string></dict>
  <dict><key>SPKI-SHA256-BASE64</key><string>YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=</string></dict>
  </array>
  """

/// Checks what a rule finds in the list of an app.
private func expectATS(
  _ rule: any ProjectRule.Type, in marked: String, severity: Severity? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expect(
    rule, in: ["App/Info.plist": ProjectFixture.plist(marked)], severity: severity,
    sourceLocation: sourceLocation)
}

@Suite struct ATSExtensionTests {
  private let open = "<key>NSAllowsArbitraryLoads</key><true/>"
  private let isExtension = "<key>NSExtension</key><dict/>\n"

  @Test func anExtensionRepeatsItsApp() throws {
    let files = [
      "App/Info.plist": ProjectFixture.plist(settings("⟦" + open + "⟧")),
      "Action/Info.plist": ProjectFixture.plist(isExtension + settings(open)),
    ]
    try expect(ATSArbitraryLoads.self, in: files)
    var report = ProjectReport()
    let plain = files.mapValues { $0.filter { $0 != "⟦" && $0 != "⟧" } }
    ATSArbitraryLoads().check(try ProjectFixture.facts(plain), &report)
    #expect(report.findings.first?.related.map(\.file) == ["Action/Info.plist"])
  }

  @Test func anExtensionAloneAndASecondAppSpeak() throws {
    let alone = ProjectFixture.plist(isExtension + settings("⟦" + open + "⟧"))
    try expect(
      ATSArbitraryLoads.self,
      in: ["Action/Info.plist": alone, "App/Info.plist": ProjectFixture.plist(nothing)])
    let app = ProjectFixture.plist(settings("⟦" + open + "⟧"))
    try expect(ATSArbitraryLoads.self, in: ["App/Info.plist": app, "TV/Info.plist": app])
  }
}

@Suite struct ATSArbitraryLoadsTests {
  @Test(arguments: [
    settings("⟦<key>NSAllowsArbitraryLoads</key>\n<true/>⟧"),
    settings("⟦<key>NSAllowsArbitraryLoads</key><integer>1</integer>⟧"),
    nothing + settings("⟦<key>NSAllowsArbitraryLoads</key> <true/>⟧"),
  ])
  func speaks(_ plist: String) throws {
    try expectATS(ATSArbitraryLoads.self, in: plist, severity: .medium)
  }

  @Test(arguments: [
    nothing, settings("<key>NSAllowsArbitraryLoads</key><false/>"),
    settings("<key>NSAllowsArbitraryLoads</key><string>YES</string>"),
    // A finer key switches the coarse one off.
    settings("<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsLocalNetworking</key><true/>"),
  ])
  func isSilent(_ plist: String) throws { try expectATS(ATSArbitraryLoads.self, in: plist) }
}

@Suite struct ATSWebContentTests {
  @Test(arguments: [
    settings("⟦<key>NSAllowsArbitraryLoadsInWebContent</key>\n<true/>⟧"),
    settings(
      "<key>NSAllowsLocalNetworking</key><true/>⟦<key>NSAllowsArbitraryLoadsInWebContent</key><true/>⟧"),
    settings("⟦<key>NSAllowsArbitraryLoadsInWebContent</key><integer>1</integer>⟧"),
  ])
  func speaks(_ plist: String) throws { try expectATS(ATSWebContent.self, in: plist) }

  @Test(arguments: [
    nothing, settings("<key>NSAllowsArbitraryLoadsInWebContent</key><false/>"),
    settings("<key>NSAllowsArbitraryLoadsForMedia</key><true/>"),
  ])
  func isSilent(_ plist: String) throws { try expectATS(ATSWebContent.self, in: plist) }
}

@Suite struct ATSMediaTests {
  @Test(arguments: [
    settings("⟦<key>NSAllowsArbitraryLoadsForMedia</key>\n<true/>⟧"),
    settings("⟦<key>NSAllowsArbitraryLoadsForMedia</key><integer>1</integer>⟧"),
    nothing + settings("⟦<key>NSAllowsArbitraryLoadsForMedia</key><true/>⟧"),
  ])
  func speaks(_ plist: String) throws { try expectATS(ATSMedia.self, in: plist) }

  @Test(arguments: [
    nothing, settings("<key>NSAllowsArbitraryLoadsForMedia</key><false/>"),
    settings("<key>NSAllowsArbitraryLoadsInWebContent</key><true/>"),
  ])
  func isSilent(_ plist: String) throws { try expectATS(ATSMedia.self, in: plist) }
}

@Suite struct ATSInsecureHTTPExceptionTests {
  @Test(arguments: [
    exception("⟦<key>NSExceptionAllowsInsecureHTTPLoads</key>\n<true/>⟧"),
    exception("⟦<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>⟧", host: "0.0.0.0/0"),
    exception("⟦<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>⟧", host: "printer.local"),
  ])
  func speaks(_ plist: String) throws { try expectATS(ATSInsecureHTTPException.self, in: plist) }

  @Test(arguments: [
    nothing, exception("<key>NSExceptionAllowsInsecureHTTPLoads</key><false/>"),
    exception("<key>NSExceptionAllowsInsecureHTTPLoads</key><string>true</string>"),
    exception("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"),
  ])
  func isSilent(_ plist: String) throws { try expectATS(ATSInsecureHTTPException.self, in: plist) }

  @Test(arguments: ["onion", "abcdefghij.onion"]) func onionServices(_ host: String) throws {
    let plist = exception("<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>", host: host)
    try expectATS(ATSInsecureHTTPException.self, in: plist)
  }
}

@Suite struct ATSWeakTLSTests {
  @Test(arguments: [
    exception("⟦<key>NSExceptionMinimumTLSVersion</key>\n<string>TLSv1.0</string>⟧"),
    exception("⟦<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string>⟧"),
    exception(
      "<key>NSIncludesSubdomains</key><true/>⟦<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>⟧"
    ),
  ])
  func speaks(_ plist: String) throws { try expectATS(ATSWeakTLS.self, in: plist, severity: .medium) }

  @Test(arguments: [
    nothing, exception("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.2</string>"),
    exception("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"),
    exception("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.4</string>"),
  ])
  func isSilent(_ plist: String) throws { try expectATS(ATSWeakTLS.self, in: plist) }
}

@Suite struct ATSForwardSecrecyOffTests {
  @Test(arguments: [
    exception("⟦<key>NSExceptionRequiresForwardSecrecy</key>\n<false/>⟧"),
    exception("⟦<key>NSExceptionRequiresForwardSecrecy</key><integer>0</integer>⟧"),
    exception("<key>NSIncludesSubdomains</key><true/>⟦<key>NSExceptionRequiresForwardSecrecy</key><false/>⟧"),
  ])
  func speaks(_ plist: String) throws {
    try expectATS(ATSForwardSecrecyOff.self, in: plist, severity: .low)
  }

  @Test(arguments: [
    nothing, exception("<key>NSExceptionRequiresForwardSecrecy</key><true/>"),
    exception("<key>NSExceptionRequiresForwardSecrecy</key><string>NO</string>"),
  ])
  func isSilent(_ plist: String) throws { try expectATS(ATSForwardSecrecyOff.self, in: plist) }
}

@Suite struct ATSKeyIgnoredTests {
  @Test(arguments: [
    settings("⟦<key>NSAllowsArbitraryLoads</key>\n<string>YES</string>⟧"),
    exception("⟦<key>NSRequiresCertificateTransparency</key><true/>⟧"),
    settings("⟦<key>NSAllowsArbitraryLoads</key><true/>⟧<key>NSAllowsLocalNetworking</key><true/>"),
    exception("⟦<key>NSThirdPartyExceptionRequiresForwardSecrecy</key><false/>⟧"),
  ])
  func speaks(_ plist: String) throws { try expectATS(ATSKeyIgnored.self, in: plist) }

  @Test(arguments: [
    nothing, settings("<key>NSAllowsArbitraryLoads</key><true/>"),
    exception("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"),
  ])
  func isSilent(_ plist: String) throws { try expectATS(ATSKeyIgnored.self, in: plist) }
}

@Suite struct PinnedDomainsInvalidTests {
  private func pinned(_ body: String) -> String {
    settings(
      "<key>NSPinnedDomains</key>\n<dict>\n<key>api.tsukimi.jp</key>\n<dict>\n\(body)\n</dict>\n</dict>")
  }

  private func findings(_ body: String) throws -> (count: Int, evidence: [Evidence.Kind]) {
    let text = TextSource(path: "Info.plist", bytes: Array(ProjectFixture.plist(pinned(body)).utf8))
    var report = FileReport(text)
    PinnedDomainsInvalid().check(try PropertyListSource(text, kind: .infoPlist), &report)
    var project = ProjectReport()
    PinnedDomainsInvalid().check(
      try ProjectFixture.facts(["Info.plist": ProjectFixture.plist(pinned(body))]), &project)
    return (project.findings.count { $0.severity > .info }, report.evidence.map(\.kind))
  }

  @Test(arguments: [
    "<key>NSPinnedLeafIdentities</key><array/>",
    "<key>NSPinnedCAIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>nope</string></dict></array>",
    """
    <key>NSPinnedLeafIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key>
    <string>r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=</string></dict></array>
    """,
  ])
  func speaks(_ body: String) throws {
    let found = try findings(body)
    #expect(found.count > 0)
    #expect(found.evidence == [.pinningBroken])
  }

  @Test(arguments: ["NSPinnedLeafIdentities", "NSPinnedCAIdentities"])
  func isSilentAboutTwoPins(_ key: String) throws {
    let found = try findings("<key>\(key)</key>\(pins)")
    #expect(found.count == 0)
    #expect(found.evidence == [.pinning])
  }

  @Test(arguments: [nothing, settings("<key>NSAllowsLocalNetworking</key><true/>"), settings("")])
  func isSilentWithoutPins(_ plist: String) throws { try expectATS(PinnedDomainsInvalid.self, in: plist) }
}

import OmamoriATS
import OmamoriCore
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// Whether a URL is loaded, and by which key.
@Suite("ATS: decision on a URL")
struct ATSDecisionTests {
  private static let prefix = ["NSAppTransportSecurity", "NSExceptionDomains"]

  static let cases: [(String, ATSDecision.Outcome, [String])] = [
    ("https://example.com/path?q", .allowed, prefix + ["example.com"]),
    ("https://user@legacy.example.com:8443/", .allowed, prefix + ["legacy.example.com"]),
    ("http://legacy.example.com/", .allowedInClear, prefix + ["legacy.example.com"]),
    ("HTTP://Example.com", .refused, prefix + ["example.com"]),
    ("http://other.example/", .allowedInClear, ["NSAppTransportSecurity", "NSAllowsArbitraryLoads"]),
    ("ws://example.com/", .refused, prefix + ["example.com"]),
    ("http://printer.local/", .allowedInClear, []),
    ("ftp://example.com/", .notCovered, prefix + ["example.com"]),
    ("http://198.51.100.7/", .refused, prefix + ["198.51.100.0/24"]),
  ]

  @Test("The setting that decides is named", arguments: Self.cases)
  func decides(_ url: String, _ outcome: ATSDecision.Outcome, _ path: [String]) throws {
    let decision = try ATSDecision(url: url, infoPlist: ATSPolicyTests.example)
    #expect(decision.outcome == outcome && decision.keyPath == path)
    #expect(decision.isAllowed == (outcome == .allowed || outcome == .allowedInClear))
    #expect(decision.explanation.english.hasSuffix(".") && decision.explanation.japanese.hasSuffix("。"))
  }

  @Test("Pins count for URLs with TLS alone")
  func pins() throws {
    let plist = ATSPolicyTests.example
    #expect(
      try ATSDecision(url: "https://api.example.com/", infoPlist: plist).pins?.authorityDigests?.count == 4)
    #expect(try ATSDecision(url: "http://api.example.com/", infoPlist: plist).pins == nil)
  }

  @Test(
    "What is no absolute URL with a host is refused",
    arguments: ["", "example.com", "https:///x", "https://", "::"])
  func malformed(_ url: String) {
    #expect(throws: TransportError.malformedURL) { try ATSDecision(url: url, infoPlist: [:]) }
  }
}

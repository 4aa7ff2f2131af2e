import OmamoriATS
import OmamoriCore
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// A policy of an app's settings: as strict as App Transport Security everywhere, stricter where it is lax.
@Suite("ATS: policy from Info.plist")
struct ATSPolicyTests {
  private static func settings(_ settings: PropertyList) -> PropertyList {
    ["NSAppTransportSecurity": settings]
  }

  private static func pin(_ byte: UInt8) -> PropertyList {
    ["SPKI-SHA256-BASE64": PropertyList(stringLiteral: PinDocumentFixtures.base64(byte))]
  }

  static let example = settings([
    "NSAllowsArbitraryLoads": true,
    "NSExceptionDomains": [
      "example.com": ["NSIncludesSubdomains": true, "NSExceptionMinimumTLSVersion": "TLSv1.3"],
      "legacy.example.com": [
        "NSExceptionMinimumTLSVersion": "TLSv1.0", "NSExceptionRequiresForwardSecrecy": false,
        "NSExceptionAllowsInsecureHTTPLoads": true,
      ],
      "Upper.example.org": [:], "198.51.100.0/24": [:],
    ],
    "NSPinnedDomains": [
      "example.com": ["NSIncludesSubdomains": true, "NSPinnedCAIdentities": [pin(1), pin(2)]],
      "api.example.com": ["NSPinnedCAIdentities": [pin(3), pin(4)]],
    ],
  ])

  @Test("Each host gets the minimum of its exception and the united pins")
  func rules() throws {
    let policy = try TransportPolicy(infoPlist: Self.example)
    func rule(_ host: String) throws -> HostPolicy { try policy.policy(for: HostName(host)) }
    #expect(policy.minimumVersion == .tls12)
    #expect(try rule("example.com").minimumVersion == .tls13)
    #expect(try rule("a.b.example.com").minimumVersion == .tls13)
    #expect(try rule("legacy.example.com").minimumVersion == .tls12)
    #expect(try rule("x.legacy.example.com").minimumVersion == .tls13)
    #expect(try rule("other.example").minimumVersion == .tls12)
    #expect(try rule("api.example.com").pins?.authorities.count == 4)
    #expect(try rule("www.example.com").pins?.authorities.count == 2)
    #expect(try rule("a.b.example.com").pins == nil)
    #expect(try rule("x.api.example.com").pins == nil)
  }

  @Test("What weakens is not taken over, and said")
  func notes() throws {
    let notes = try ATSPolicy(infoPlist: Self.example).notes
    #expect(
      notes == [
        ATSPolicyNote(kind: .arbitraryLoadsRefused, key: nil),
        ATSPolicyNote(kind: .plainHTTPRefused, key: "legacy.example.com"),
        ATSPolicyNote(kind: .oldTLSRefused, key: "legacy.example.com"),
        ATSPolicyNote(kind: .forwardSecrecyKept, key: "legacy.example.com"),
        ATSPolicyNote(kind: .unreadableName, key: "Upper.example.org"),
        ATSPolicyNote(kind: .addressRange, key: "198.51.100.0/24"),
      ])
    #expect(
      ATSPolicyNote.Kind.allCases.allSatisfy {
        ATSPolicyNote(kind: $0, key: nil).message.japanese.hasSuffix("。")
      })
  }

  @Test("No settings, odd settings and pins that refuse everything")
  func edges() throws {
    #expect(try TransportPolicy(infoPlist: [:]).rules.isEmpty)
    #expect(try TransportPolicy(infoPlist: ["CFBundleName": "App", "UIScenes": [:]]).rules.isEmpty)
    #expect(try TransportPolicy(infoPlist: Self.settings("text")).rules.isEmpty)
    let strict = try ATSPolicy(infoPlist: Self.settings(["NSRequiresNIAPTLSPackageVersion": "recommended"]))
    #expect(strict.policy.minimumVersion == .tls13 && strict.notes.map(\.kind) == [.strictPackage])
    let closed = Self.settings(["NSPinnedDomains": ["a.example": ["NSPinnedLeafIdentities": [["x": "y"]]]]])
    #expect(throws: TransportError.policy(.noPins)) { try TransportPolicy(infoPlist: closed) }
    let single = Self.settings(["NSPinnedDomains": ["a.example": ["NSPinnedLeafIdentities": [Self.pin(1)]]]])
    #expect(throws: TransportError.policy(.noBackupPin)) { try TransportPolicy(infoPlist: single) }
    #expect(try ATSPolicy(infoPlist: single, requiresBackup: false).policy.rules.count == 1)
  }

  @Test(
    "At every host the policy is at least as strict as the evaluator says",
    arguments: [
      "example.com", "a.example.com", "a.b.example.com", "legacy.example.com", "x.legacy.example.com",
      "api.example.com", "example.org", "upper.example.org", "198.51.100.7", "localhost",
    ])
  func agreement(_ host: String) throws {
    let requirement = ATSConfiguration(propertyList: Self.example).requirement(for: ATSHost(host))
    let rule = try TransportPolicy(infoPlist: Self.example).policy(for: HostName(host))
    if requirement.minimumVersion == .tls13 { #expect(rule.minimumVersion == .tls13) }
    let pinned = PinnedDomains(propertyList: Self.example).requirement(for: host)
    #expect(Set(rule.pins?.authorities.map { Array($0.digest) } ?? []) == pinned?.authorityDigests ?? [])
    #expect(rule.pins?.leaf.isEmpty != false && pinned?.leafDigests == nil)
  }
}

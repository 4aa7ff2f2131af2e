import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// Pins held against chains: what matches, what is in reserve, what will go wrong.
@Suite("Pin check")
struct PinCheckTests {
  private static let day = Date(timeIntervalSince1970: 1_768_003_200)  // 2026-01-10

  private let host: HostName
  private let certificates: [Certificate]
  private let validated: ServedChain
  private let spare: CertificatePin

  init() throws {
    host = try HostName("api.example.com")
    certificates = try RotationFixtures.chain()
    validated = ServedChain(host, try #require(TrustedChain(validated: certificates)))
    spare = try PinDocumentFixtures.pin(9, .backup)
  }

  private func check(_ pins: PinSet, _ chains: [ServedChain]? = nil, at date: Date = Self.day) -> PinCheck {
    PinCheck(pins, chains: chains ?? [validated], at: date)
  }

  @Test("The leaf's key with a spare one is healthy; short lifetimes are warned of")
  func healthy() throws {
    let result = check(try PinSet(leaf: [CertificatePin(certificate: certificates[0]), spare]))
    #expect(result.isHealthy)
    #expect(result.findings.map(\.places.count) == [1, 0])
    #expect(result.warnings == [.shortLivedLeaf(host, days: 47)])
    let server = try #require(result.servers.first)
    #expect(server.matches && server.isValidated && server.depth == 3)
    #expect(server.issuer == "Let's Encrypt" && server.daysLeft == 38)
  }

  @Test("What a list allows decides: a leaf's key in the list of authorities does not match")
  func lists() throws {
    let result = check(try PinSet(authorities: [CertificatePin(certificate: certificates[0]), spare]))
    #expect(!result.isHealthy && result.warnings.contains(.mismatch(host, [.authorities])))
    let shallow = try PinSet(
      anywhere: [CertificatePin(certificate: certificates[2]), spare], greatestDepth: 1)
    #expect(check(shallow).warnings.contains(.mismatch(host, [.anywhere])))
  }

  @Test("It agrees with what the policy says of the same chain")
  func agreement() throws {
    let chain = try #require(TrustedChain(validated: certificates))
    for depth in 0...2 {
      let pin = CertificatePin(certificate: certificates[depth])
      for set in [
        try PinSet(leaf: [pin, spare]), try PinSet(authorities: [pin, spare]),
        try PinSet(anywhere: [pin, spare]), try PinSet(anywhere: [pin, spare], greatestDepth: 0),
        try PinSet(leaf: [spare, pin], authorities: [pin, spare], requiresBackup: false),
      ] {
        let verdict = PinEvaluator(set).verdict(on: chain, at: Self.day)
        #expect(check(set).servers[0].matches == verdict.admits, "depth \(depth)")
      }
    }
  }

  @Test("Every pin in use, a backup in use, whole certificates and authorities alone are warned of")
  func warnings() throws {
    let both = [
      CertificatePin(certificate: certificates[0]),
      CertificatePin(certificate: certificates[1], role: .backup),
    ]
    let used = check(try PinSet(anywhere: both))
    #expect(used.warnings.contains(.noUnusedBackup(.anywhere)) && !used.isHealthy)
    let backup = CertificatePin(certificate: certificates[0], role: .backup)
    #expect(check(try PinSet(leaf: [backup, spare])).warnings.contains(.backupInUse(host)))
    let whole = CertificatePin(certificate: certificates[0], kind: .certificate)
    #expect(check(try PinSet(leaf: [whole, spare])).warnings.contains(.certificatePin))
    let intermediate = check(try PinSet(anywhere: [CertificatePin(certificate: certificates[1]), spare]))
    #expect(
      intermediate.warnings == [.authoritiesOnly, .rotatingIntermediate(host, authority: "Let's Encrypt")])
    let root = check(try PinSet(anywhere: [CertificatePin(certificate: certificates[2]), spare]))
    #expect(root.warnings == [.authoritiesOnly])
  }

  @Test("Ends of certificates and of the set are counted in whole days")
  func expiry() throws {
    let end = certificates[0].notValidAfter
    let pins = try PinSet(leaf: [CertificatePin(certificate: certificates[0]), spare], expiry: end)
    let soon = check(pins, at: end - 3 * 86_400)
    #expect(soon.warnings.contains(.expiring(host, days: 3)) && soon.warnings.contains(.setExpiring(days: 3)))
    #expect(soon.isHealthy)
    let over = check(pins, at: end + 1)
    #expect(over.warnings.contains(.expiring(host, days: -1)) && !over.isHealthy)
    let authority = try PinSet(anywhere: [CertificatePin(certificate: certificates[1]), spare])
    #expect(
      check(authority, at: certificates[1].notValidAfter - 10 * 86_400)
        .warnings.contains(.authorityExpiring(host, depth: 1, days: 10)))
  }

  @Test("What was not validated is said, and what cannot be read is no certificate")
  func unvalidated() throws {
    let presented = try PresentedChain(unverifiedCertificates: certificates.map(\.derRepresentation))
    let pins = try PinSet(leaf: [CertificatePin(certificate: certificates[0]), spare])
    #expect(check(pins, [ServedChain(host, unverified: presented)]).warnings.contains(.unvalidated(host)))
    let garbage = try PresentedChain(unverifiedCertificates: [Data([1, 2, 3])])
    let nothing = check(pins, [ServedChain(host, unverified: garbage)])
    #expect(nothing.warnings.contains(.noCertificates(host)) && !nothing.isHealthy)
    #expect(!nothing.servers[0].matches && nothing.servers[0].notValidAfter == nil)
  }

  @Test("Two servers of one name are told apart: one that matches does not speak for the other")
  func oneNameTwoServers() throws {
    let other = ServedChain(host, try #require(TrustedChain(validated: [certificates[2]])))
    let pins = try PinSet(leaf: [CertificatePin(certificate: certificates[0]), spare])
    for chains in [[validated, other], [other, validated]] {
      let result = check(pins, chains)
      #expect(result.servers.map(\.matches) == chains.map { $0 == validated })
      #expect(!result.isHealthy && result.warnings.contains(.mismatch(host, [.leaf])))
    }
  }

  @Test("A chain that nobody validated is never healthy: anybody can append the pinned certificate")
  func appended() throws {
    let presented = try PresentedChain(
      unverifiedCertificates: [certificates[2], certificates[0]].map(\.derRepresentation))
    let pins = try PinSet(anywhere: [CertificatePin(certificate: certificates[0]), spare])
    let result = check(pins, [ServedChain(host, unverified: presented)])
    #expect(result.servers[0].matches && !result.isHealthy)
    #expect(!check(pins, []).isHealthy, "no server is no proof")
  }

  @Test("A time that is no number is over, and ends no program")
  func noNumber() throws {
    let never = Date(timeIntervalSinceReferenceDate: .nan)
    let pins = try PinSet(leaf: [CertificatePin(certificate: certificates[0]), spare], expiry: never)
    #expect(!check(pins).isHealthy)
    let dated = try PinSet(leaf: [CertificatePin(certificate: certificates[0]), spare])
    #expect(!check(dated, at: never).isHealthy)
    #expect(PinJSON.seconds(never) == 0 && GregorianDay(never).description == "0000-01-01")
  }

  @Test("Names that could disturb a terminal are shown without that")
  func names() {
    let set: [UInt8] = [
      0x31, 0x0F, 0x30, 0x0D, 0x06, 0x03, 0x55, 0x04, 0x0A, 0x0C, 0x06, 0x41, 0x1B, 0x5B, 0x42, 0x0A, 0x43,
    ]
    #expect(DistinguishedName(Data([0x30, 0x11] + set)).organization == "A[BC")
    for length in 0..<19 { _ = DistinguishedName(Data(([0x30, 0x11] + set).prefix(length))) }
  }

  @Test("Every warning speaks two languages")
  func texts() {
    let warnings: [PinWarning] = [
      .mismatch(host, [.leaf]), .unvalidated(host), .noCertificates(host), .noUnusedBackup(.leaf),
      .backupInUse(host), .certificatePin, .shortLivedLeaf(host, days: 1),
      .rotatingIntermediate(host, authority: "A"), .authoritiesOnly, .expiring(host, days: 1),
      .setExpiring(days: 1), .authorityExpiring(host, depth: 1, days: 1),
    ]
    #expect(Set(warnings.map(\.message.english)).count == warnings.count)
    #expect(warnings.allSatisfy { $0.message.japanese.hasSuffix("。") })
  }
}

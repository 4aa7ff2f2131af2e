#if !canImport(Darwin)
import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite("Handshakes under a validator", .enabled(if: ChainFixtures.arePossible))
struct TLSVerifierTests {
  private let clock = ManualClock(date: ChainFixtures.moment)

  private func verifier(
    _ item: ChainFixtures.Case, host: String = "www.example.com",
    isExamination: Bool = false,
    _ change: (inout CertificateRequirements) -> Void = { _ in }
  ) throws -> TLSVerifier {
    var requirements = CertificateRequirements()
    change(&requirements)
    let validator = ChainValidator(
      host: try HostName(host), requirements: requirements, anchors: try AnchorStore(.only(item.trusted())))
    return TLSVerifier(validator: validator, clock: clock, admits: { $0.isTrusted || isExamination })
  }

  private func result(_ verifier: TLSVerifier, _ connection: LoopbackConnection) -> ValidationResult {
    connection.result(under: verifier)
  }

  // Fails when the settings leave in place what libcurl installs for SSLKEYLOGFILE.
  @Test("Nobody is told the secrets of connections")
  func overheard() throws {
    let item = try ChainFixtures.named("good")
    let context = try LoopbackContext(verifier: verifier(item), isOverheard: true)
    #expect(!context.isOverheard)
    #expect(try LoopbackConnection(context, LoopbackContext(item)).isEstablished)
  }

  @Test("A good server is admitted in TLS 1.2 and 1.3", arguments: [Int32(0x0303), 0x0304])
  func good(version: Int32) throws {
    let item = try ChainFixtures.named("good")
    let verifier = try verifier(item)
    let connection = try LoopbackConnection(
      LoopbackContext(verifier: verifier), LoopbackContext(item, version: version))
    #expect(connection.isEstablished)
    #expect(result(verifier, connection).chain?.certificates.count == 3)
    let facts = connection.facts
    #expect(facts.version == UInt16(version))
    #expect(facts.hasExtendedMasterSecret)
    #expect(!facts.isResumed)
    #expect(facts.stapledStatus == nil)
    #expect(facts.cipherSuite.hasPrefix("TLS_"))
  }

  @Test(
    "A bad server is refused in the handshake, and can be examined",
    arguments: [
      ("unknown root", TrustFault.untrustedRoot), ("wrong host", .wrongHost), ("expired", .expired(depth: 0)),
      ("rsa 1024", .weakKey(depth: 0)), ("sha-1", .weakSignature(depth: 0)),
      ("900 days", .validityTooLong(depth: 0, limit: 825)), ("self-signed", .selfSigned),
    ])
  func bad(name: String, fault: TrustFault) throws {
    let item = try ChainFixtures.named(name)
    let refusing = try LoopbackConnection(
      LoopbackContext(verifier: verifier(item)), LoopbackContext(item))
    #expect(!refusing.isEstablished)
    let examiner = try verifier(item, isExamination: true)
    let examined = try LoopbackConnection(LoopbackContext(verifier: examiner), LoopbackContext(item))
    #expect(examined.isEstablished)
    #expect(result(examiner, examined).faults.contains(fault))
    #expect(!result(examiner, examined).isTrusted)
  }

  @Test("Suites without forward secrecy and old versions are not offered")
  func suites() throws {
    let item = try ChainFixtures.named("rsa 2048")
    for suite in ["AES128-GCM-SHA256", "AES256-SHA", "DHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA256"] {
      let server = try LoopbackContext(item, suites: suite + ":@SECLEVEL=0", version: 0x0303)
      let connection = try LoopbackConnection(LoopbackContext(verifier: verifier(item)), server)
      #expect(!connection.isEstablished, "\(suite)")
    }
    for suite in TLSSettings.suites12 where suite.contains("RSA") {
      let server = try LoopbackContext(item, suites: suite + ":@SECLEVEL=0", version: 0x0303)
      let connection = try LoopbackConnection(LoopbackContext(verifier: verifier(item)), server)
      #expect(connection.isEstablished, "\(suite)")
    }
    for version: Int32 in [0x0301, 0x0302] {
      let server = try LoopbackContext(item, version: version)
      #expect(try !LoopbackConnection(LoopbackContext(verifier: verifier(item)), server).isEstablished)
    }
    let server = try LoopbackContext(item, version: 0x0303)
    let client = try LoopbackContext(verifier: verifier(item), minimumVersion: .tls13)
    #expect(try !LoopbackConnection(client, server).isEstablished)
  }

  @Test("TLS 1.2 without the extended master secret is a fault, unless the policy allows it")
  func extendedMasterSecret() throws {
    let item = try ChainFixtures.named("good")
    let server = try LoopbackContext(item, version: 0x0303, hasExtendedMasterSecret: false)
    let strict = try verifier(item)
    let first = try LoopbackConnection(LoopbackContext(verifier: strict), server)
    #expect(result(strict, first).faults == [.noExtendedMasterSecret])
    let lax = try verifier(item) { $0.requiresExtendedMasterSecret = false }
    let second = try LoopbackConnection(LoopbackContext(verifier: lax), server)
    #expect(result(lax, second).isTrusted)
  }

  @Test(
    "A certificate that demands a staple is refused without a good one",
    arguments: [Int32(0x0303), 0x0304],
    [
      (nil, [TrustFault.stapleMissing]), ("good", []), ("good from a responder", []),
      ("revoked", [.revoked(depth: 0)]), ("from a stranger", [.stapleInvalid]), ("too old", [.stapleInvalid]),
    ] as [(String?, [TrustFault])])
  func staples(version: Int32, staple: (name: String?, faults: [TrustFault])) throws {
    let item = try ChainFixtures.named("must staple")
    let response = staple.name.flatMap { item.staples[$0] }.flatMap { Data(base64Encoded: $0) }
    let verifier = try verifier(item)
    let connection = try LoopbackConnection(
      LoopbackContext(verifier: verifier), LoopbackContext(item, staple: response, version: version))
    #expect(connection.isEstablished)
    #expect(result(verifier, connection).faults == staple.faults)
  }

  @Test("Staples can be required of every server, and the demand of a certificate can be let pass")
  func stapleSettings() throws {
    let good = try ChainFixtures.named("good")
    let demanding = try verifier(good) { $0.requiresStaple = true }
    let first = try LoopbackConnection(LoopbackContext(verifier: demanding), LoopbackContext(good))
    #expect(result(demanding, first).faults == [.stapleMissing])
    let item = try ChainFixtures.named("must staple")
    let lenient = try verifier(item) { $0.honorsMustStaple = false }
    let second = try LoopbackConnection(LoopbackContext(verifier: lenient), LoopbackContext(item))
    #expect(result(lenient, second).isTrusted)
  }

  @Test(
    "A resumed session is validated again, with the staple of the first handshake",
    arguments: [Int32(0x0303), 0x0304])
  func resumption(version: Int32) throws {
    let item = try ChainFixtures.named("must staple")
    let response = try #require(item.staples["good"].flatMap { Data(base64Encoded: $0) })
    let server = try LoopbackContext(item, staple: response, version: version)
    let verifier = try verifier(item)
    let client = try LoopbackContext(verifier: verifier)
    let session = try LoopbackConnection(client, server).session()

    let resumed = try LoopbackConnection(client, server, resuming: session)
    #expect(resumed.isEstablished)
    #expect(resumed.facts.isResumed)
    #expect(result(verifier, resumed).faults == [])
    #expect(result(verifier, resumed).chain?.certificates.count == 3)

    // Another policy's verifier judges the same connection by its own anchors, host and requirements.
    let foreign = try self.verifier(ChainFixtures.named("unknown root"))
    #expect(result(foreign, resumed).faults == [.untrustedRoot])
    let otherHost = try self.verifier(item, host: "api.example.com")
    #expect(result(otherHost, resumed).faults == [.wrongHost])

    // The staple ends before the certificate does.
    clock.advance(by: .seconds(7 * 86_400))
    let later = try LoopbackConnection(client, server, resuming: session)
    #expect(result(verifier, later).faults == [.stapleInvalid])
  }

  @Test("A connection that outlives its certificate is trusted no more")
  func expiry() throws {
    let item = try ChainFixtures.named("good")
    let verifier = try verifier(item)
    let connection = try LoopbackConnection(LoopbackContext(verifier: verifier), LoopbackContext(item))
    #expect(result(verifier, connection).isTrusted)
    clock.advance(by: .seconds(100 * 86_400))
    #expect(result(verifier, connection).faults == [.expired(depth: 0)])
  }

  @Test("OpenSSL lets go of what it held")
  func lifetime() throws {
    let item = try ChainFixtures.named("good")
    weak var held: TLSVerifier?
    do {
      let verifier = try verifier(item)
      held = verifier
      let connection = try LoopbackConnection(LoopbackContext(verifier: verifier), LoopbackContext(item))
      #expect(result(verifier, connection).isTrusted)
    }
    #expect(held == nil)
  }
}
#endif

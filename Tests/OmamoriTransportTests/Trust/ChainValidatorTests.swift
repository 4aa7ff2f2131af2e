#if !canImport(Darwin)
import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite("Chains of certificates", .enabled(if: ChainFixtures.arePossible))
struct ChainValidatorTests {
  private static func validate(
    _ name: String, host: String = "www.example.com", at moment: Date = ChainFixtures.moment,
    _ change: (inout CertificateRequirements) -> Void = { _ in }
  ) throws -> ValidationResult {
    let item = try ChainFixtures.named(name)
    var requirements = CertificateRequirements()
    change(&requirements)
    let validator = ChainValidator(
      host: try HostName(host), requirements: requirements, anchors: try AnchorStore(.only(item.trusted())))
    return validator.validate(try item.presented(), at: moment)
  }

  @Test(
    "Good chains are trusted up to their anchor",
    arguments: [
      ("good", 3), ("good with the root", 3), ("anchor in the middle", 2), ("ed25519", 3), ("rsa 2048", 3),
      ("wildcard", 3), ("friendly common name", 3), ("common name in other letters", 3),
      ("name in other letters", 3), ("parent in other letters", 3),
    ])
  func good(name: String, count: Int) throws {
    let result = try Self.validate(name)
    #expect(result.faults == [])
    #expect(result.chain?.certificates.count == count)
  }

  @Test(
    "What is wrong is named",
    arguments: [
      ("incomplete", [TrustFault.untrustedRoot]), ("unknown root", [.untrustedRoot]),
      ("self-signed", [.selfSigned]), ("expired", [.expired(depth: 0)]),
      ("not yet valid", [.notYetValid(depth: 0)]), ("expired authority", [.expired(depth: 1)]),
      ("wrong host", [.wrongHost]), ("no alternative name", [.noSubjectAlternativeName]),
      ("broken signature", [.malformed(depth: 0)]),
      (
        "signed by a leaf",
        [.notAnAuthority(depth: 1), .wrongUse(depth: 1), .notAnAuthority(depth: 2)]
      ),
      ("path too long", [.notAnAuthority(depth: 2)]), ("client use", [.wrongUse(depth: 0)]),
      ("any use", [.wrongUse(depth: 0)]), ("no use", [.wrongUse(depth: 0)]),
      ("encryption of data only", [.wrongUse(depth: 0)]), ("authority as server", [.wrongUse(depth: 0)]),
      ("name constraint", [.nameConstraint(depth: 1)]), ("rsa 1024", [.weakKey(depth: 0)]),
      ("p224", [.weakKey(depth: 0)]), ("dsa", [.weakKey(depth: 0)]), ("weak authority", [.weakKey(depth: 1)]),
      ("sha-1", [.weakSignature(depth: 0)]), ("sha-1 authority", [.weakSignature(depth: 1)]),
      ("900 days", [.validityTooLong(depth: 0, limit: 825)]),
      ("unknown critical extension", [.unknownCriticalExtension(depth: 0)]),
      ("constraints on a server", [.nonconforming(depth: 0)]), ("rsa 2052", [.nonconforming(depth: 0)]),
      ("common name of another host", [.nonconforming(depth: 0)]),
      ("another host in other letters", [.nonconforming(depth: 0)]),
    ])
  func faults(name: String, faults: [TrustFault]) throws {
    let result = try Self.validate(name)
    #expect(result.faults == faults)
    #expect(result.chain == nil)
  }

  @Test("A wildcard does not get around an excluded name")
  func wildcard() throws {
    let result = try Self.validate("excluded behind a wildcard")
    #expect(result.faults.contains(.nameConstraint(depth: 1)))
  }

  @Test("Settings change what is refused, and nothing else")
  func settings() throws {
    #expect(try Self.validate("900 days") { $0.greatestValidityDays = nil }.isTrusted)
    #expect(try Self.validate("900 days") { $0.greatestValidityDays = 900 }.isTrusted)
    #expect(try Self.validate("rsa 1024") { $0.leastRSABits = 1024 }.isTrusted)
    #expect(try Self.validate("rsa 2048") { $0.leastRSABits = 3072 }.faults == [.weakKey(depth: 0)])
    #expect(try Self.validate("p224") { $0.leastCurveBits = 224 }.isTrusted)
    let short = try Self.validate("good") { $0.greatestIntermediateCount = 0 }
    #expect(short.faults.contains(.tooManyAuthorities(limit: 0)) && !short.isTrusted)
    for name in ["any use", "no use", "authority as server", "common name of another host", "rsa 2052"] {
      #expect(try Self.validate(name) { $0.isStrict = false }.isTrusted, "\(name)")
    }
    for name in ["client use", "no alternative name", "wrong host", "sha-1", "expired", "self-signed", "dsa"]
    {
      #expect(try !Self.validate(name) { $0.isStrict = false }.isTrusted, "\(name)")
    }
  }

  @Test("The last second of the validity belongs to it")
  func lastSecond() throws {
    let item = try ChainFixtures.named("good")
    let end = try Certificate(pemRepresentation: #require(item.chain.first)).notValidAfter
    #expect(try Self.validate("good", at: end).isTrusted)
    #expect(try Self.validate("good", at: end + 1).faults == [.expired(depth: 0)])
  }

  @Test("An address and other hosts are not the host of the certificate")
  func otherHosts() throws {
    for host in ["example.com", "a.www.example.com", "www.example.org", "127.0.0.1", "::1"] {
      #expect(try Self.validate("good", host: host).faults.contains(.wrongHost), "\(host)")
    }
    #expect(try Self.validate("good", host: "WWW.Example.com.").isTrusted)
    #expect(try Self.validate("wildcard", host: "api.example.com").isTrusted)
    #expect(try !Self.validate("wildcard", host: "a.b.example.com").isTrusted)
    #expect(try !Self.validate("wildcard", host: "example.com").isTrusted)
  }

  @Test("Certificates that are appended change nothing (CVE-2016-2402)")
  func appended() throws {
    let good = try ChainFixtures.named("good")
    let foreign = try ChainFixtures.named("unknown root").trusted()
    let sent = try good.presented().unverifiedCertificates + foreign.map(\.derRepresentation) + [Data([0x30])]
    let validator = ChainValidator(
      host: try HostName("www.example.com"), requirements: CertificateRequirements(),
      anchors: try AnchorStore(.only(good.trusted())))
    let result = validator.validate(
      try PresentedChain(unverifiedCertificates: sent), at: ChainFixtures.moment)
    #expect(result.isTrusted)
    #expect(result.chain?.certificates.contains { foreign.contains($0) } == false)
  }

  @Test("No certificate, and one that cannot be read")
  func nothing() throws {
    let anchors = try AnchorStore(.only(ChainFixtures.named("good").trusted()))
    let validator = ChainValidator(
      host: try HostName("a.example"), requirements: CertificateRequirements(), anchors: anchors)
    let none = try PresentedChain(unverifiedCertificates: [])
    #expect(validator.validate(none, at: ChainFixtures.moment).faults == [.untrustedRoot])
    let bad = try PresentedChain(unverifiedCertificates: [Data("no certificate".utf8)])
    #expect(validator.validate(bad, at: ChainFixtures.moment).faults == [.malformed(depth: 0)])
    let far = try ChainFixtures.named("good").presented()
    let result = validator.validate(far, at: Date(timeIntervalSince1970: 1e18))
    #expect(result.faults == [.other(code: 69)])
  }
}
#endif

#if !canImport(Darwin)
import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// Which of several chains is taken, when the pins of the host are on one of them.
@Suite("Pins on one of several chains", .enabled(if: ChainFixtures.arePossible))
struct PinnedChainTests {
  /// What a validator with these pins finds, and what becomes of the pins on it.
  private static func verdict(
    _ name: String, _ pins: PinSet?, _ change: (inout CertificateRequirements) -> Void = { _ in }
  ) throws -> (result: ValidationResult, pins: PinVerdict?) {
    let item = try ChainFixtures.named(name)
    var requirements = CertificateRequirements()
    change(&requirements)
    let validator = ChainValidator(
      host: try HostName("www.example.com"), requirements: requirements,
      anchors: try AnchorStore(.only(item.trusted())), pins: pins)
    let result = validator.validate(try item.presented(), at: ChainFixtures.moment)
    let evaluator = PinEvaluator(pins)
    return (result, result.chain.map { evaluator.verdict(on: $0, at: ChainFixtures.moment) })
  }

  private static func root(_ name: String, _ index: Int) throws -> Certificate {
    let trusted = try ChainFixtures.named(name).trusted()
    return try #require(trusted.indices.contains(index) ? trusted[index] : nil)
  }

  /// A set that asks for one certificate, anywhere, or above the server's when `depth` says how far.
  private static func pins(
    _ certificate: Certificate, kind: CertificatePin.Kind = .publicKey, depth: Int? = nil, expiry: Date? = nil
  ) throws -> PinSet {
    let list = [
      CertificatePin(certificate: certificate, kind: kind),
      try CertificatePin(digest: Data(repeating: 9, count: 32), role: .backup),
    ]
    return try PinSet(authorities: list, greatestDepth: depth, expiry: expiry)
  }

  // Fails when another chain is looked for only when the first one is not trusted.
  @Test(
    "Either root of an authority that two have signed may be pinned",
    arguments: ["crossing", "crossing, the second first", "crossing roots", "crossing roots, out of order"],
    [0, 1])
  func eitherRoot(_ name: String, _ index: Int) throws {
    let root = try Self.root(name, index)
    for kind in CertificatePin.Kind.allCases {
      let (result, pins) = try Self.verdict(name, Self.pins(root, kind: kind))
      #expect(result.faults == [] && result.chain?.certificates.last == root)
      #expect(pins?.admits == true)
    }
    // The pins of one list and those of another are of one chain.
    let both = try PinSet(
      authorities: [
        CertificatePin(certificate: root), CertificatePin(certificate: Self.root(name, 1 - index)),
      ],
      anywhere: [CertificatePin(certificate: root, kind: .certificate)], requiresBackup: false)
    #expect(try Self.verdict(name, both).pins?.admits == true)
    let neither = try PinSet(
      authorities: [CertificatePin(certificate: root, kind: .certificate)],
      anywhere: [CertificatePin(certificate: Self.root(name, 1 - index), kind: .certificate)],
      requiresBackup: false)
    #expect(try Self.verdict(name, neither).pins?.admits == false)
  }

  // Fails when a probe validates the chain without the pins.
  @Test("A probe that has the pins of a server finds the chain that a session finds", arguments: [0, 1])
  func probe(_ index: Int) throws {
    let item = try ChainFixtures.named("crossing")
    let pins = try Self.pins(Self.root("crossing", index))
    let target = ServerTarget(try HostName("www.example.com"), port: 443, at: nil, pins: pins)
    let result = try ServerProbe(anchors: .only(item.trusted())).judge(
      item.presented(), nil, for: target, at: ChainFixtures.moment)
    #expect(try result.chain?.certificates.last == Self.root("crossing", index))
  }

  @Test("Without pins, and with pins that any chain has, the chain is the one that it always was")
  func unpinned() throws {
    for name in ["crossing", "crossing roots", "good"] {
      let plain = try Self.verdict(name, nil).result
      #expect(plain.isTrusted)
      let leaf = try #require(plain.chain?.certificates.first)
      let pinned = try PinSet(leaf: [CertificatePin(certificate: leaf)], requiresBackup: false)
      #expect(try Self.verdict(name, pinned).result == plain)
      // A set that has expired is not looked for, and one that nothing has changes nothing.
      let expired = try Self.pins(Self.root("crossing", 1), expiry: ChainFixtures.moment - 1)
      let (result, verdict) = try Self.verdict(name, expired)
      #expect(result == plain && verdict?.admits == false)
      let foreign = try PinSet(
        leaf: [CertificatePin(digest: Data(repeating: 1, count: 32))], requiresBackup: false)
      #expect(try Self.verdict(name, foreign).result == plain)
    }
  }

  @Test(
    "A pin on a chain that is not trusted is no pin",
    arguments: [
      "crossing, the second expired", "crossing, the second for other names", "appended root",
      "appended authority",
    ])
  func untrusted(_ name: String) throws {
    let second = try Self.root(name, 1)
    let (result, pins) = try Self.verdict(name, Self.pins(second))
    #expect(try result.isTrusted && result.chain?.certificates.last == Self.root(name, 0))
    #expect(result.chain?.certificates.contains(second) == false && pins?.admits == false)
    // Neither are pins on what was sent beside the chain.
    for der in try ChainFixtures.named(name).presented().unverifiedCertificates.dropFirst(2) {
      let sent = try Certificate(derRepresentation: der)
      #expect(try Self.verdict(name, Self.pins(sent, kind: .certificate)).pins?.admits == false)
    }
    // The first chain may have its own.
    #expect(try Self.verdict(name, Self.pins(Self.root(name, 0))).pins?.admits == true)
  }

  @Test(
    "A pin on a root that is sent but not trusted is no pin",
    arguments: ["crossing, the second root unknown", "crossing, the second root only sent"])
  func unknownRoot(_ name: String) throws {
    let other = try Self.root("crossing", 1)
    let (result, pins) = try Self.verdict(name, Self.pins(other))
    #expect(result.isTrusted && result.chain?.certificates.contains(other) == false && pins?.admits == false)
  }

  @Test("The greatest depth and the number of authorities hold on every chain")
  func depths() throws {
    for name in ["crossing", "crossing, the second first"] {
      let second = try Self.root(name, 1)
      #expect(try Self.verdict(name, Self.pins(second, depth: 2)).pins?.admits == true)
      #expect(try Self.verdict(name, Self.pins(second, depth: 1)).pins?.admits == false)
    }
    let far = try Self.root("crossing roots", 1)
    #expect(try Self.verdict("crossing roots", Self.pins(far, depth: 3)).pins?.admits == true)
    #expect(try Self.verdict("crossing roots", Self.pins(far, depth: 2)).pins?.admits == false)
    let short = try Self.verdict("crossing roots", Self.pins(far)) { $0.greatestIntermediateCount = 1 }
    #expect(short.pins?.admits == false && short.result.isTrusted)
  }

  @Test("A handshake is admitted by the chain that has the pins, and so is a session that is resumed")
  func handshake() throws {
    let item = try ChainFixtures.named("crossing")
    for index in [0, 1] {
      let pins = try Self.pins(Self.root("crossing", index))
      let clock = ManualClock(date: ChainFixtures.moment)
      let validator = ChainValidator(
        host: try HostName("www.example.com"), requirements: CertificateRequirements(),
        anchors: try AnchorStore(.only(item.trusted())), pins: pins)
      let evaluator = PinEvaluator(pins)
      let verifier = TLSVerifier(validator: validator, clock: clock) { result in
        result.chain.map { evaluator.verdict(on: $0, at: ChainFixtures.moment).admits } == true
      }
      let (client, server) = (try LoopbackContext(verifier: verifier), try LoopbackContext(item))
      let connection = try LoopbackConnection(client, server)
      #expect(connection.isEstablished)
      let resumed = try LoopbackConnection(client, server, resuming: connection.session())
      #expect(resumed.isEstablished && resumed.facts.isResumed)
      for found in [connection.result(under: verifier), resumed.result(under: verifier)] {
        #expect(try found.chain?.certificates.last == Self.root("crossing", index))
      }
      // Other pins are looked for anew.
      let others = try TLSVerifier(
        validator: ChainValidator(
          host: HostName("www.example.com"), requirements: CertificateRequirements(),
          anchors: validator.anchors,
          pins: Self.pins(Self.root("crossing", 1 - index))), clock: clock)
      #expect(
        try connection.result(under: others).chain?.certificates.last == Self.root("crossing", 1 - index))
    }
  }
}
#endif

public import OmamoriCore
public import OmamoriCrypto

/// What at most six handshakes told about a server; nothing of HTTP was sent.
///
/// The chain that the server sent is not verified and must not be relied on; ``trustedChain`` is what a validator made
/// of it. A value; safe to share between threads.
public struct ServerFacts: Sendable, Hashable {
  /// The server that was examined.
  public let target: ServerTarget
  /// The address that answered, in numbers.
  public let address: String
  /// When it was examined, and the time at which certificates had to be valid.
  public let moment: Date
  /// The handshakes in their order.
  public let handshakes: [ServerHandshake]
  /// The certificates that the server sent in the first handshake with any, unverified; `nil` when it sent none, or more
  /// than ``PresentedChain/greatestCount``.
  public let presentedChain: PresentedChain?
  /// The chain that a validator built, when nothing is against it.
  public let trustedChain: TrustedChain?
  /// Everything against the chain, by the requirements of the toolkit; nothing when no handshake brought a chain.
  public let faults: [TrustFault]
  /// Whether the anchor of the trusted chain is one of the system's, whose certificates may be valid for 398 days only.
  public let isSystemTrusted: Bool

  /// Makes a record of facts.
  public init(
    target: ServerTarget, address: String, moment: Date, handshakes: [ServerHandshake],
    presentedChain: PresentedChain?, trustedChain: TrustedChain?, faults: [TrustFault], isSystemTrusted: Bool
  ) {
    (self.target, self.address, self.moment) = (target, address, moment)
    (self.handshakes, self.presentedChain) = (handshakes, presentedChain)
    (self.trustedChain, self.faults, self.isSystemTrusted) = (trustedChain, faults, isSystemTrusted)
  }

  /// The server's own certificate, unverified.
  public var unverifiedCertificate: Certificate? {
    (presentedChain?.unverifiedCertificates.first).flatMap { try? Certificate(derRepresentation: $0) }
  }

  /// The handshakes that were completed.
  public var completed: [HandshakeFacts] { handshakes.compactMap(\.outcome.facts) }

  /// How the handshake with an offer ended; `nil` when it was not needed.
  public subscript(offer: HandshakeOffer) -> HandshakeOutcome? {
    handshakes.first { $0.offer == offer }?.outcome
  }

  /// The versions of TLS that the server speaks, as they are sent, each with the suites that it was seen to take.
  public var versions: [UInt16: [String]] {
    var versions: [UInt16: [String]] = [:]
    for facts in completed
    where versions[facts.connection.version]?.contains(facts.connection.cipherSuite) != true {
      versions[facts.connection.version, default: []].append(facts.connection.cipherSuite)
    }
    return versions
  }

  /// Whether the server was seen to take a suite with forward secrecy and an authenticated server.
  public var hasForwardSecrecy: Bool {
    completed.contains { SuiteKind($0.connection.cipherSuite).hasForwardSecrecy }
  }

  /// The suites with an RSA key exchange that the server was seen to take.
  public var rsaKeyExchangeSuites: [String] {
    versions.sorted { $0.key > $1.key }.flatMap(\.value).filter { SuiteKind($0) == .rsa }
      .reduce(into: []) { suites, suite in if !suites.contains(suite) { suites.append(suite) } }
  }

  /// Whether TLS 1.2 uses the extended master secret (RFC 7627); `nil` for a server without TLS 1.2.
  public var hasExtendedMasterSecret: Bool? {
    // A handshake that lacks a client certificate ends before it is settled.
    let older = completed.filter { $0.connection.version == 0x0303 && $0.clientCertificate != .required }
    return older.isEmpty ? nil : older.allSatisfy(\.connection.hasExtendedMasterSecret)
  }

  /// What becomes of a client without a certificate, in the worst case that was seen.
  public var clientCertificate: HandshakeFacts.ClientCertificate {
    let seen = completed.map(\.clientCertificate)
    return seen.contains(.required) ? .required : seen.contains(.asked) ? .asked : .notAsked
  }
}

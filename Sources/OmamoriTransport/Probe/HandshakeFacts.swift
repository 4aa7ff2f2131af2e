/// What a handshake with a server that is examined ended with.
package struct HandshakeFacts: Sendable, Hashable {
  /// What becomes of a client without a certificate.
  package enum ClientCertificate: String, Sendable, Hashable, CaseIterable {
    /// The server does not ask for one.
    case notAsked = "not-asked"
    /// The server asks for one and goes on without it.
    case asked
    /// The server asks for one and ends the connection without it.
    case required
  }

  /// The version, the suite and the extensions.
  package let connection: ConnectionFacts
  /// The group of an ephemeral key exchange by its IANA name, such as `x25519`; `dh` for one of its own making, `nil`
  /// without one.
  package let group: String?
  /// The size of that exchange's key in bits.
  package let groupBits: Int?
  /// The digest of the server's signature in the handshake, such as `SHA256`; `nil` without a signature or digest.
  package let signatureDigest: String?
  /// What becomes of a client without a certificate.
  package let clientCertificate: ClientCertificate

  /// Makes a record of facts.
  package init(
    connection: ConnectionFacts, group: String?, groupBits: Int?, signatureDigest: String?,
    clientCertificate: ClientCertificate
  ) {
    (self.connection, self.group, self.groupBits) = (connection, group, groupBits)
    (self.signatureDigest, self.clientCertificate) = (signatureDigest, clientCertificate)
  }
}

/// What a client offers in one of the handshakes with which a server is examined.
package enum HandshakeOffer: String, Sendable, Hashable, CaseIterable {
  /// TLS 1.2 and 1.3 with the 13 suites of App Transport Security.
  case standard = "default"
  /// TLS 1.3 alone.
  case tls13 = "tls1.3"
  /// TLS 1.2 with the ten suites of App Transport Security that it has, all with forward secrecy.
  case tls12 = "tls1.2"
  /// TLS 1.2 with the four suites with an RSA key exchange that an exception may allow.
  case tls12RSA = "tls1.2-rsa"
  /// TLS 1.2 with every suite there is, those of App Transport Security first.
  case tls12Any = "tls1.2-any"
  /// TLS 1.1 with every suite there is.
  case tls11 = "tls1.1"
  /// TLS 1.0 with every suite there is.
  case tls10 = "tls1.0"

  /// The oldest and the newest version that is offered, as they are sent.
  package var versions: ClosedRange<UInt16> {
    switch self {
    case .standard: 0x0303...0x0304
    case .tls13: 0x0304...0x0304
    case .tls12, .tls12RSA, .tls12Any: 0x0303...0x0303
    case .tls11: 0x0302...0x0302
    case .tls10: 0x0301...0x0301
    }
  }
}

/// How a handshake with a server that is examined ended.
@nonexhaustive
package enum HandshakeOutcome: Sendable, Hashable {
  /// It was completed, or would have been with a client certificate.
  case completed(HandshakeFacts)
  /// The server refused it with this alert (RFC 8446, section 6), such as 40 or 70.
  case refused(alert: UInt8)
  /// The server ended the connection without an alert.
  case closed
  /// The server does not speak TLS on this port.
  case notTLS(PlainProtocol?)
  /// The server broke a rule of TLS, or used what is not supported; `reason` is OpenSSL's number.
  case broken(reason: Int)
  /// It took too long.
  case timedOut
  /// The server could be reached before, and not this time.
  case notConnected

  /// The facts of a handshake that was completed.
  package var facts: HandshakeFacts? {
    if case .completed(let facts) = self { facts } else { nil }
  }
}

/// Decides which handshake comes next, from what the earlier ones showed; never more than six.
///
/// A server that completes the standard handshake with TLS 1.3 need not be asked for TLS 1.3 alone, and one that refuses
/// it is asked for TLS 1.2 with every suite, the good ones first.
package struct HandshakePlan: Sendable {
  /// The most handshakes with one server.
  package static let greatestCount = 6

  /// The handshakes that were made.
  package private(set) var handshakes: [ServerHandshake] = []

  /// A plan at its beginning.
  package init() {}

  /// Takes note of a handshake.
  package mutating func add(_ handshake: ServerHandshake) { handshakes.append(handshake) }

  /// What to offer next; `nil` when everything is known that can be known.
  package var next: HandshakeOffer? {
    guard handshakes.count < Self.greatestCount, !isHopeless else { return nil }
    return offers.first { offer in !handshakes.contains { $0.offer == offer } }
  }

  /// Whether nothing else can come of it: another protocol, or nobody who answers in time.
  private var isHopeless: Bool {
    handshakes.contains { handshake in
      switch handshake.outcome {
      case .notTLS, .notConnected: true
      case .timedOut: handshake.offer != .standard
      default: false
      }
    }
  }

  private var offers: [HandshakeOffer] {
    guard let first = handshakes.first else { return [.standard] }
    switch first.outcome.facts?.connection.version {
    case 0x0304:
      let tls12: [HandshakeOffer] = [.tls12, .tls12RSA]
      let isFound = handshakes.contains { tls12.contains($0.offer) && $0.outcome.facts != nil }
      return tls12 + (isFound ? [] : [.tls12Any]) + [.tls11, .tls10]
    case 0x0303: return [.tls13, .tls12RSA, .tls11, .tls10]
    default: return [.tls12Any, .tls12RSA, .tls13, .tls11, .tls10]
    }
  }
}

/// The names of versions of TLS that people write.
enum TLSVersionName {
  /// The name of a version as it is sent.
  static func text(_ version: UInt16) -> String {
    switch version {
    case 0x0300: "SSL 3.0"
    case 0x0301...0x0304: "TLS 1.\(version - 0x0301)"
    default: "0x" + String(version, radix: 16)
    }
  }
}

/// What a cipher suite is worth to App Transport Security and to Apple's TLS, told by its IANA name.
package enum SuiteKind: Sendable, Hashable {
  /// One of the 13 suites of App Transport Security.
  case standard
  /// One with an ephemeral elliptic-curve key exchange that only clients without constraints offer, such as CBC with SHA-256.
  case otherEllipticCurve
  /// One with an ephemeral key exchange that Apple's TLS does not know: finite fields, CCM, ARIA, Camellia.
  case otherForwardSecret
  /// One with an RSA key exchange.
  case rsa
  /// One without encryption, without an authenticated server, or with a secret known before.
  case insecure

  /// Tells the kind of a suite.
  package init(_ name: String) {
    if CipherSuites.tls13.contains(name) || CipherSuites.tls12.contains(name) {
      self = .standard
    } else if name.contains("_NULL_") || name.hasSuffix("_NULL") || name.contains("_anon_")
      || name.contains("PSK")
      || name.contains("SRP")
    {
      self = .insecure
    } else if name.hasPrefix("TLS_RSA_") {
      self = .rsa
    } else if name.hasPrefix("TLS_ECDHE_"), name.contains("_AES_"), name.contains("_CBC_") {
      self = .otherEllipticCurve
    } else if name.hasPrefix("TLS_ECDHE_") || name.hasPrefix("TLS_DHE_") || !name.contains("_WITH_") {
      self = .otherForwardSecret
    } else {
      self = .insecure
    }
  }

  /// Whether what is sent stays secret when the server's key becomes known.
  package var hasForwardSecrecy: Bool {
    switch self {
    case .standard, .otherEllipticCurve, .otherForwardSecret: true
    case .rsa, .insecure: false
    }
  }
}

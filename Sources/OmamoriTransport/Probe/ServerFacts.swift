public import OmamoriCore
public import OmamoriCrypto

/// What at most six handshakes told about a server; nothing of HTTP was sent.
///
/// The chain that the server sent is not verified and must not be relied on; ``trustedChain`` is what a validator made
/// of it.
public struct ServerFacts: Sendable, Hashable {
  /// The server that was examined.
  public let target: ServerTarget
  /// The address that answered, in numbers.
  public let address: String
  /// When it was examined, and the time at which certificates had to be valid.
  public let moment: Date
  /// The handshakes in their order.
  package let handshakes: [ServerHandshake]
  /// The certificates that the server sent in the first handshake with any, unverified; `nil` when it sent none, or more
  /// than 32.
  package let presentedChain: PresentedChain?
  /// The chain that a validator built, when nothing is against it.
  public let trustedChain: TrustedChain?
  /// Everything against the chain, by the requirements of the toolkit; nothing when no handshake brought a chain.
  public let faults: [TrustFault]
  /// Whether the anchor of the trusted chain is one of the system's, whose certificates may be valid for 398 days only.
  public let isSystemTrusted: Bool

  /// Makes a record of facts.
  package init(
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
  package var completed: [HandshakeFacts] { handshakes.compactMap(\.outcome.facts) }

  /// How the handshake with an offer ended; `nil` when it was not needed.
  package subscript(offer: HandshakeOffer) -> HandshakeOutcome? {
    handshakes.first { $0.offer == offer }?.outcome
  }

  /// The versions of TLS that the server speaks, as they are sent, each with the suites that it was seen to take.
  package var versions: [UInt16: [String]] {
    var versions: [UInt16: [String]] = [:]
    for facts in completed
    where versions[facts.connection.version]?.contains(facts.connection.cipherSuite) != true {
      versions[facts.connection.version, default: []].append(facts.connection.cipherSuite)
    }
    return versions
  }

  /// Whether the server was seen to take a suite with forward secrecy and an authenticated server.
  package var hasForwardSecrecy: Bool {
    completed.contains { SuiteKind($0.connection.cipherSuite).hasForwardSecrecy }
  }

  /// The suites with an RSA key exchange that the server was seen to take.
  package var rsaKeyExchangeSuites: [String] {
    versions.sorted { $0.key > $1.key }.flatMap(\.value).filter { SuiteKind($0) == .rsa }
      .reduce(into: []) { suites, suite in if !suites.contains(suite) { suites.append(suite) } }
  }

  /// Whether TLS 1.2 uses the extended master secret (RFC 7627); `nil` for a server without TLS 1.2.
  package var hasExtendedMasterSecret: Bool? {
    // A handshake that lacks a client certificate ends before it is settled.
    let older = completed.filter { $0.connection.version == 0x0303 && $0.clientCertificate != .required }
    return older.isEmpty ? nil : older.allSatisfy(\.connection.hasExtendedMasterSecret)
  }

  /// What becomes of a client without a certificate, in the worst case that was seen.
  package var clientCertificate: HandshakeFacts.ClientCertificate {
    let seen = completed.map(\.clientCertificate)
    return seen.contains(.required) ? .required : seen.contains(.asked) ? .asked : .notAsked
  }
}

extension ServerFacts {
  /// The facts as JSON; names of members are stable.
  ///
  /// - Parameter language: The language of texts for people.
  /// - Returns: An object.
  package func json(_ language: Language = .en) -> JSONValue {
    let certificates = (presentedChain?.unverifiedCertificates ?? []).map { Self.json(certificate: $0) }
    var members: JSONObject = [
      "host": .string(target.host.description), "port": .integer(target.port),
      "address": .string(address),
      "date": .string(moment.formatted(Date.ISO8601FormatStyle())),
      "handshakes": .array(handshakes.map(\.json)),
      "versions": .array(versions.keys.sorted().map { .string(TLSVersionName.text($0)) }),
      "forwardSecrecy": .bool(hasForwardSecrecy),
      "rsaKeyExchangeSuites": .array(rsaKeyExchangeSuites.map(JSONValue.string)),
      "clientCertificate": .string(clientCertificate.rawValue),
      "trusted": .bool(trustedChain != nil),
      "faults": .array(faults.map { .string($0.explanation[language]) }),
      "unverifiedCertificates": .array(certificates),
    ]
    if let hasSecret = hasExtendedMasterSecret { members.insert("extendedMasterSecret", .bool(hasSecret)) }
    return .object(members)
  }

  private static func json(certificate der: Data) -> JSONValue {
    guard let certificate = try? Certificate(derRepresentation: der) else { return ["readable": false] }
    var members: JSONObject = [
      "readable": true, "sha256": .string(Hexadecimal.text(of: certificate.fingerprint)),
      "publicKeySHA256": .string(CertificatePin(certificate: certificate).base64),
      "notBefore": .string(certificate.notValidBefore.formatted(Date.ISO8601FormatStyle())),
      "notAfter": .string(certificate.notValidAfter.formatted(Date.ISO8601FormatStyle())),
    ]
    guard let details = try? CertificateDetails(certificate) else { return .object(members) }
    members.insert("commonNames", .array(details.commonNames.map(JSONValue.string)))
    members.insert("key", .string(details.key.summary))
    members.insert("signature", .string(details.signature.summary))
    members.insert("mustStaple", .bool(details.extensions.requiresStaple))
    return .object(members)
  }
}

extension ServerHandshake {
  /// The handshake as JSON.
  fileprivate var json: JSONValue {
    var members: JSONObject = ["offer": .string(offer.rawValue), "outcome": .string(outcome.name)]
    switch outcome {
    case .completed(let facts):
      members.insert("version", .string(TLSVersionName.text(facts.connection.version)))
      members.insert("cipherSuite", .string(facts.connection.cipherSuite))
      members.insert("group", facts.group.map(JSONValue.string) ?? .null)
      members.insert("groupBits", facts.groupBits.map { .integer($0) } ?? .null)
      members.insert("signatureDigest", facts.signatureDigest.map(JSONValue.string) ?? .null)
      members.insert("extendedMasterSecret", .bool(facts.connection.hasExtendedMasterSecret))
      members.insert(
        "applicationProtocol", facts.connection.applicationProtocol.map(JSONValue.string) ?? .null)
      members.insert("stapled", .bool(facts.connection.stapledStatus != nil))
      members.insert("clientCertificate", .string(facts.clientCertificate.rawValue))
    case .refused(let alert): members.insert("alert", .integer(alert))
    case .notTLS(let name?): members.insert("protocol", .string(name.rawValue))
    case .broken(let reason): members.insert("reason", .integer(reason))
    case .closed, .notTLS(nil), .timedOut, .notConnected: break
    }
    return .object(members)
  }
}

extension HandshakeOutcome {
  /// The stable name of the outcome.
  fileprivate var name: String {
    switch self {
    case .completed: "completed"
    case .refused: "refused"
    case .closed: "closed"
    case .notTLS: "not-tls"
    case .broken: "broken"
    case .timedOut: "timed-out"
    case .notConnected: "not-connected"
    }
  }
}

extension CertificateKey {
  /// The kind and size in a few words, such as `RSA 2048` or `P-256`.
  public var summary: String {
    switch self {
    case .rsa(let bits, _): "RSA \(bits)"
    case .curve(let name, let bits): Self.curveNames[name] ?? (bits > 0 ? "EC \(bits)" : "EC \(name)")
    case .describedCurve: "EC"
    case .edwards(let bits): bits == 256 ? "Ed25519" : "Ed448"
    case .dsa(let bits): "DSA" + (bits.map { " \($0)" } ?? "")
    case .other(let name): name
    }
  }

  private static let curveNames = [
    "1.2.840.10045.3.1.1": "P-192", "1.3.132.0.33": "P-224", "1.2.840.10045.3.1.7": "P-256",
    "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521", "1.3.132.0.10": "secp256k1",
  ]
}

extension CertificateSignature {
  /// The kind and digest in a few words, such as `ECDSA SHA-256`.
  public var summary: String {
    let name =
      switch self {
      case .rsa: "RSA"
      case .pss: "RSA-PSS"
      case .ecdsa: "ECDSA"
      case .edwards: "EdDSA"
      case .dsa: "DSA"
      case .other(let name): name
      }
    guard let digest = digest?.rawValue.uppercased() else { return name }
    return "\(name) " + (digest.hasPrefix("SHA") ? "SHA-" + digest.dropFirst(3) : digest)
  }
}

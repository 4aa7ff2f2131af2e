public import OmamoriCore
import OmamoriCrypto

extension ServerFacts {
  /// The facts as JSON; names of members are stable.
  ///
  /// - Parameter language: The language of texts for people.
  /// - Returns: An object.
  public func json(_ language: Language = .en) -> JSONValue {
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
      "readable": true, "sha256": .string(hexadecimal(certificate.fingerprint)),
      "publicKeySHA256": .string(Pin(certificate: certificate).base64),
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

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
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

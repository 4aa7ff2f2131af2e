/// What App Transport Security demands of a connection to one host.
public struct ATSRequirement: Sendable, Hashable {
  /// What decided.
  public enum Reason: Sendable, Hashable {
    /// The exception entry of this key in `NSExceptionDomains`.
    case exception(key: String)
    /// An entry that the system brings for a domain of its vendor.
    case builtIn(key: String)
    /// The host is local, and local hosts are exempt.
    case local
    /// The global key of this name.
    case global(key: String)
    /// No setting speaks of the host.
    case standard
    /// The application was linked against a system older than App Transport Security.
    case oldSDK
  }

  /// Whether plain HTTP is refused and the server's certificate has to meet the minimum.
  public let isRequired: Bool
  /// The oldest version accepted, or `nil` when there is no constraint.
  public let minimumVersion: ATSProtocolVersion?
  /// The suites accepted.
  package let cipherSuites: ATSCipherSuites
  /// What decided.
  public let reason: Reason

  /// The smallest RSA key in bits, or `nil` when certificates are free.
  public var minimumRSABits: Int? { isRequired ? 2048 : nil }
  /// The smallest elliptic-curve key in bits, or `nil` when certificates are free.
  public var minimumCurveBits: Int? { isRequired ? 256 : nil }
  /// The shortest hash of a certificate's signature in bits, or `nil` when certificates are free.
  public var minimumSignatureHashBits: Int? { isRequired ? 256 : nil }
  /// Whether a connection without TLS is allowed.
  public var allowsPlainHTTP: Bool { !isRequired }
  /// Whether only suites with forward secrecy are accepted.
  public var requiresForwardSecrecy: Bool {
    cipherSuites == .forwardSecrecy || cipherSuites == .strictPackage
  }
}

/// A version of TLS or DTLS that can be required as the minimum.
public enum ATSProtocolVersion: String, Sendable, Hashable, CaseIterable {
  /// TLS 1.0 (RFC 2246).
  case tls10 = "TLSv1.0"
  /// TLS 1.1 (RFC 4346).
  case tls11 = "TLSv1.1"
  /// TLS 1.2 (RFC 5246), the default minimum.
  case tls12 = "TLSv1.2"
  /// TLS 1.3 (RFC 8446).
  case tls13 = "TLSv1.3"
  /// DTLS 1.0 (RFC 4347).
  case dtls10 = "DTLSv1.0"
  /// DTLS 1.2 (RFC 6347).
  case dtls12 = "DTLSv1.2"

  /// Says whether the version is older than TLS 1.2 or DTLS 1.2.
  public var isOutdated: Bool {
    switch self {
    case .tls10, .tls11, .dtls10: true
    case .tls12, .tls13, .dtls12: false
    }
  }

  /// The name people write.
  public var name: String {
    switch self {
    case .tls10: "TLS 1.0"
    case .tls11: "TLS 1.1"
    case .tls12: "TLS 1.2"
    case .tls13: "TLS 1.3"
    case .dtls10: "DTLS 1.0"
    case .dtls12: "DTLS 1.2"
    }
  }
}

/// The cipher suites that a connection may use.
package enum ATSCipherSuites: String, Sendable, Hashable, CaseIterable {
  /// Any suite that the system knows.
  case unrestricted
  /// The 13 suites with forward secrecy.
  case forwardSecrecy
  /// The 13 suites and the four with an RSA key exchange.
  case forwardSecrecyOrRSA
  /// The stricter package: on TLS 1.2 only elliptic-curve key exchange with AES-GCM.
  case strictPackage

  /// The names of the suites (IANA), or `nil` when there is no restriction.
  package var names: [String]? {
    let tls13 = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"]
    switch self {
    case .unrestricted: return nil
    case .forwardSecrecy: return tls13 + Self.ellipticCurve
    case .forwardSecrecyOrRSA: return tls13 + Self.ellipticCurve + Self.rsa
    case .strictPackage: return tls13 + Self.ellipticCurve.filter { $0.contains("_GCM_") }
    }
  }

  private static let ellipticCurve = ["ECDSA", "RSA"].flatMap { signature in
    [
      "AES_256_GCM_SHA384", "AES_128_GCM_SHA256", "CHACHA20_POLY1305_SHA256", "AES_256_CBC_SHA",
      "AES_128_CBC_SHA",
    ].map { "TLS_ECDHE_\(signature)_WITH_\($0)" }
  }

  private static let rsa = ["AES_256_GCM_SHA384", "AES_128_GCM_SHA256", "AES_256_CBC_SHA", "AES_128_CBC_SHA"]
    .map { "TLS_RSA_WITH_\($0)" }
}

/// The state of a boolean key: mere presence can matter, whatever the value.
public enum ATSSwitch: String, Sendable, Hashable {
  /// The key is missing, or has a type that is not read, such as a text.
  case absent
  /// The key is there and is not true; a number other than 1 counts so.
  case no
  /// The key is true, or the number 1.
  case yes

  /// Reads the state of a key from its value.
  public init(_ value: PropertyList?) {
    switch value?.content {
    case .boolean(let flag): self = flag ? .yes : .no
    case .integer(let number): self = number == 1 ? .yes : .no
    case .real(let number): self = number == 1 ? .yes : .no
    default: self = .absent
    }
  }

  /// Whether the key is there with a type that is read.
  public var isPresent: Bool { self != .absent }

  func value(default absent: Bool) -> Bool { self == .absent ? absent : self == .yes }
}

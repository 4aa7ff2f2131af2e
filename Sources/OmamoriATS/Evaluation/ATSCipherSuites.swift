/// The cipher suites that a connection may use.
public enum ATSCipherSuites: String, Sendable, Hashable, CaseIterable {
  /// Any suite that the system knows.
  case unrestricted
  /// The 13 suites with forward secrecy.
  case forwardSecrecy
  /// The 13 suites and the four with an RSA key exchange.
  case forwardSecrecyOrRSA
  /// The stricter package: on TLS 1.2 only elliptic-curve key exchange with AES-GCM.
  case strictPackage

  /// The names of the suites (IANA), or `nil` when there is no restriction.
  public var names: [String]? {
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

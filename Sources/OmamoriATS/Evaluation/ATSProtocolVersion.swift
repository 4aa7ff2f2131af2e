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

/// What a client offers in one of the handshakes with which a server is examined.
///
/// A value; safe to share between threads.
public enum HandshakeOffer: String, Sendable, Hashable, CaseIterable {
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

#if !canImport(Darwin)
import Foundation

/// How a server of the matrix behaves.
struct ServerSettings: Sendable {
  /// Suites with forward secrecy and authenticated encryption.
  static let modern = "ECDHE+AESGCM:ECDHE+CHACHA20:@SECLEVEL=0"

  /// What it does with a connection.
  enum Behavior: Sendable {
    /// A handshake, and then a page for whoever asks.
    case tls
    /// These bytes when the client has spoken, and the end.
    case answer([UInt8])
    /// These bytes at once.
    case greeting([UInt8])
    /// A reset of the connection.
    case reset
    /// The end of the connection, without a byte.
    case close
    /// Nothing, for as long as the client stays.
    case silent
    /// A handshake whose bytes are sent one at a time with this many milliseconds between them.
    case slow(Int32)
    /// A handshake that ends after this many bytes.
    case truncated(Int)
  }

  /// The certificates that are sent, the server's own first; none for a server without one.
  var chain: [TestCertificate] = []
  var behavior = Behavior.tls
  var versions: ClosedRange<Int> = 0x0303...0x0304
  /// Suites for TLS 1.2 and older, in OpenSSL's notation.
  var suites = Self.modern
  var groups: String?
  var hasExtendedMasterSecret = true
  var staple: Data?
  var requiresClientCertificate = false
  var asksForClientCertificate = false
  var prefersOwnOrder = false
}
#endif

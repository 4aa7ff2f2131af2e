#if !canImport(Darwin)
import CTLS
import OmamoriCore

/// The stapled OCSP response of a connection (RFC 6066, section 8).
///
/// A session that is resumed brings no response, so the one of the first handshake stays with the session.
// because connections and sessions are used during the calls only, and what they give is copied
final class StapledStatus: Sendable {
  /// The largest response that is looked at, in bytes; one with the responder's certificate has about 2,000.
  static let greatestSize = 64 * 1024

  private let der: Data

  private init(_ der: Data) { self.der = der }

  /// The response in DER, or `nil` when there is none.
  ///
  /// One that is too large is as good as a wrong one, and is given as no bytes.
  static func read(from connection: OpaquePointer) -> Data? {
    if let der = unsafe responseOfHandshake(connection) { return der }
    guard unsafe SSL_session_reused(connection) == 1, let session = unsafe SSL_get_session(connection) else {
      return nil
    }
    return unsafe ExtraData.object(ofSession: session, as: StapledStatus.self)?.der
  }

  /// Lets the session of a connection keep the response of the handshake that is going on.
  static func keep(of connection: OpaquePointer) {
    guard unsafe SSL_session_reused(connection) == 0, let session = unsafe SSL_get_session(connection),
      let der = unsafe responseOfHandshake(connection)
    else { return }
    _ = unsafe ExtraData.hold(StapledStatus(der), bySession: session)
  }

  private static func responseOfHandshake(_ connection: OpaquePointer) -> Data? {
    var bytes: UnsafePointer<UInt8>?
    let size = unsafe omamori_tls_status(connection, &bytes)
    guard size >= 0, let bytes = unsafe bytes else { return nil }
    // because OpenSSL keeps the bytes as long as the connection, and they are copied here
    return size <= greatestSize ? unsafe Data(bytes: bytes, count: size) : Data()
  }
}
#endif

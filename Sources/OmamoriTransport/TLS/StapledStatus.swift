#if !canImport(Darwin)
import CTLS
import OmamoriCore

/// The stapled OCSP response of a connection (RFC 6066, section 8).
enum StapledStatus {
  /// The largest response that is looked at, in bytes; one with the responder's certificate has about 2,000.
  static let greatestSize = 64 * 1024

  /// The response in DER, or `nil` when there is none.
  ///
  /// One that is too large is as good as a wrong one, and is given as no bytes.
  static func read(from connection: OpaquePointer) -> Data? {
    var bytes: UnsafePointer<UInt8>?
    let size = unsafe omamori_tls_status(connection, &bytes)
    guard size >= 0, let bytes = unsafe bytes else { return nil }
    // because OpenSSL keeps the bytes as long as the connection, and they are copied here
    return size <= greatestSize ? unsafe Data(bytes: bytes, count: size) : Data()
  }
}
#endif

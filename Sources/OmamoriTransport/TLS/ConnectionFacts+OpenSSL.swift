#if !canImport(Darwin)
import CTLS
import OmamoriCore

// because the connection is used during the calls only, and what it gives is copied
extension ConnectionFacts {
  /// Reads the facts of a connection whose handshake is over.
  ///
  /// - Parameter connection: An `SSL`.
  package init(of connection: OpaquePointer) {
    let version = UInt16(truncatingIfNeeded: unsafe SSL_version(connection))
    let cipher = unsafe SSL_get_current_cipher(connection)
    let name = unsafe SSL_CIPHER_standard_name(cipher).map { unsafe String(cString: $0) }
    let hasSecret = unsafe omamori_tls_has_extended_master_secret(connection) == 1
    self.init(
      version: version, cipherSuite: name ?? "",
      hasExtendedMasterSecret: version >= 0x0304 || hasSecret,
      isResumed: unsafe SSL_session_reused(connection) == 1,
      applicationProtocol: unsafe Self.applicationProtocol(of: connection),
      stapledStatus: unsafe StapledStatus.read(from: connection))
  }

  private static func applicationProtocol(of connection: OpaquePointer) -> String? {
    var name: UnsafePointer<UInt8>?
    var size: UInt32 = 0
    unsafe SSL_get0_alpn_selected(connection, &name, &size)
    guard let name = unsafe name, size > 0 else { return nil }
    // because OpenSSL keeps the name as long as the connection
    return unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(size)), as: UTF8.self)
  }
}
#endif

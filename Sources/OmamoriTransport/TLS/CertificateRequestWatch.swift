#if !canImport(Darwin)
import CTLS

/// Notices that a server asks for a client certificate when there is none.
///
/// With TLS 1.3 a server refuses a client without one only after the handshake, often by closing before its alert is
/// read; that it asked explains why.
final class CertificateRequestWatch {
  private let onRequest: @Sendable () -> Void

  private init(_ onRequest: @escaping @Sendable () -> Void) { self.onRequest = onRequest }

  /// The index for the object that an `SSL_CTX` holds.
  // because the function that frees it takes the pointer that `install` stores
  private static let index = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL_CTX, 0, nil, nil, nil, freeWatch)

  /// Lets an `SSL_CTX` tell when its server asks.
  ///
  /// - Parameters:
  ///   - context: The connection's `SSL_CTX`, which keeps the closure.
  ///   - onRequest: Called in the handshake.
  static func install(on context: OpaquePointer, _ onRequest: @escaping @Sendable () -> Void) {
    // because the reference is given back by `freeWatch`, or below when the context does not take it
    let watch = unsafe Unmanaged.passRetained(CertificateRequestWatch(onRequest))
    guard unsafe SSL_CTX_set_ex_data(context, index, watch.toOpaque()) == 1 else {
      return unsafe watch.release()
    }
    unsafe SSL_CTX_set_client_cert_cb(context) { connection, _, _ in
      unsafe CertificateRequestWatch.notice(connection)
      return 0
    }
  }

  private static func notice(_ connection: OpaquePointer?) {
    // because only `install` stores a pointer there, and it stays valid while the context does
    guard let connection = unsafe connection, let context = unsafe SSL_get_SSL_CTX(connection),
      let pointer = unsafe SSL_CTX_get_ex_data(context, index)
    else { return }
    unsafe Unmanaged<CertificateRequestWatch>.fromOpaque(pointer).takeUnretainedValue().onRequest()
  }
}

/// What OpenSSL calls for the object that a context holds when it is freed.
private func freeWatch(
  _ holder: UnsafeMutableRawPointer?, _ object: UnsafeMutableRawPointer?,
  _ all: UnsafeMutablePointer<CRYPTO_EX_DATA>?, _ index: Int32, _ number: Int,
  _ argument: UnsafeMutableRawPointer?
) {
  // because each pointer that is stored stands for one reference
  if let object = unsafe object { unsafe Unmanaged<CertificateRequestWatch>.fromOpaque(object).release() }
}
#endif

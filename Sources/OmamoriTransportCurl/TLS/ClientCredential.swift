import CTLS
package import OmamoriCore
package import OmamoriTransport

/// A client's certificates and key as OpenSSL wants them, in memory only; read once and wiped when nobody needs them.
@safe
// because OpenSSL counts references by itself, and nothing is changed after `init`
package final class ClientCredential: @unchecked Sendable {
  private let key: OpaquePointer
  private let chain: [OpaquePointer]

  /// The most certificates of a client.
  private static let greatestCount = 16

  /// Reads an identity.
  ///
  /// - Parameter identity: The identity; asked for its key once.
  /// - Throws: `TransportError.clientIdentity` when the key cannot be had or does not belong to the certificate.
  package convenience init(_ identity: any ClientIdentity) async throws(TransportError) {
    let secret: SecretBytes
    do throws(CoreError) {
      secret = try await identity.privateKey()
    } catch {
      throw .clientIdentity
    }
    try self.init(certificates: identity.certificateChain, key: secret)
  }

  /// Reads certificates and a key.
  ///
  /// - Parameters:
  ///   - certificates: In DER, the client's own first.
  ///   - secret: The key in PKCS #8.
  /// - Throws: `TransportError.clientIdentity`.
  package init(certificates: [Data], key secret: borrowing SecretBytes) throws(TransportError) {
    guard (1...Self.greatestCount).contains(certificates.count) else { throw .clientIdentity }
    let key = unsafe secret.withBytes { bytes in
      // because the bytes are read during the call only
      unsafe bytes.withUnsafeBytes { buffer -> OpaquePointer? in
        var position = unsafe buffer.bindMemory(to: UInt8.self).baseAddress
        return unsafe d2i_AutoPrivateKey(nil, &position, buffer.count)
      }
    }
    ERR_clear_error()
    guard let key = unsafe key else { throw .clientIdentity }
    // because the deinitialiser, which runs also after a failure below, frees what is set here
    unsafe self.key = unsafe key
    unsafe chain = certificates.compactMap { der in
      unsafe der.withUnsafeBytes { buffer -> OpaquePointer? in
        var position = unsafe buffer.bindMemory(to: UInt8.self).baseAddress
        return unsafe d2i_X509(nil, &position, buffer.count)
      }
    }
    let isWhole = unsafe chain.count == certificates.count
    guard isWhole, let own = unsafe chain.first, unsafe X509_check_private_key(own, key) == 1 else {
      ERR_clear_error()
      throw .clientIdentity
    }
  }

  deinit {
    // because each pointer stands for one reference that this object owns; OpenSSL wipes the key
    unsafe EVP_PKEY_free(key)
    unsafe chain.forEach { unsafe X509_free($0) }
  }

  /// Lets a connection prove with it who the client is, when the server asks.
  ///
  /// - Parameter context: The connection's `SSL_CTX`, which takes references of its own.
  /// - Throws: `TransportError.clientIdentity`.
  package func install(on context: OpaquePointer) throws(TransportError) {
    // because both are valid during the call, and the context counts its references
    var isInstalled = unsafe chain.first.map { unsafe SSL_CTX_use_certificate(context, $0) } == 1
    isInstalled = unsafe isInstalled && SSL_CTX_use_PrivateKey(context, key) == 1
    unsafe chain.dropFirst().forEach { certificate in
      // because the last argument is the certificate, as SSL_CTX_add1_chain_cert passes it
      let code = unsafe SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(certificate))
      isInstalled = isInstalled && code == 1
    }
    guard isInstalled else {
      ERR_clear_error()
      throw .clientIdentity
    }
  }
}

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

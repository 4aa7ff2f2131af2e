import COpenSSL
package import OmamoriCore

/// An `EVP_PKEY`: a public key, or a private key with its public one.
///
/// It is parsed once and lives as long as somebody refers to it; the private part is wiped when it is freed.
@safe
// because the key never changes and OpenSSL locks what it caches in it
package final class PublicKeyHandle: @unchecked Sendable {
  package let key: OpaquePointer
  private let contexts = PublicKeyContexts()

  /// Takes over a key that OpenSSL made, or says why there is none.
  package init(owning key: OpaquePointer?) throws(CryptoError) {
    guard let key = unsafe key else { throw .backend(code: OpenSSLError.take()) }
    unsafe self.key = key  // because the caller hands the only reference over
  }

  deinit {
    unsafe EVP_PKEY_free(key)  // because this is the only owner
  }

  /// Runs `body` with a new context for one operation with the key.
  func withContext<Result: ~Copyable>(
    _ body: (OpaquePointer) throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    ERR_clear_error()
    // because the key lives as long as this object
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      throw .backend(code: OpenSSLError.take())
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }  // because body cannot keep it
    return unsafe try body(context)  // because the context is this call's alone
  }

  /// Runs `body` with a context that is prepared for an operation, a new one or one that served it before.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - prepare: Prepares a new context; returns 1 on success.
  ///   - body: Uses the context. If it throws, the context is not used again.
  /// - Returns: What `body` returns.
  /// - Throws: `CryptoError.backend(code:)` when there is no context, and what `body` throws.
  func withContext<Result: ~Copyable>(
    for operation: PublicKeyOperation,
    prepare: (OpaquePointer) -> Int32,
    _ body: (OpaquePointer) throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    ERR_clear_error()
    let context: OpaquePointer
    if let idle = unsafe contexts.take(operation) {
      unsafe context = idle
    } else {
      unsafe context = try newContext(for: operation, prepare)
    }
    do throws(CryptoError) {
      let result = unsafe try body(context)  // because the context is this call's alone
      unsafe contexts.put(context, operation)
      return result
    } catch {
      unsafe PublicKeyContexts.free(context, operation)  // because nobody else has it
      throw error
    }
  }

  private func newContext(
    for operation: PublicKeyOperation,
    _ prepare: (OpaquePointer) -> Int32
  ) throws(CryptoError) -> OpaquePointer {
    // Threads that verify with one RSA key wait for its lock, so that two are hardly faster than one: each context gets
    // a key of its own. A context holds a reference to its key.
    let own = unsafe operation.needsOwnKey ? EVP_PKEY_dup(key) : nil
    defer { unsafe EVP_PKEY_free(own) }  // because nobody else has it, and nil is nothing to free
    // because the keys live as long as they are used here
    let new =
      unsafe operation.hashesMessage ? EVP_MD_CTX_new() : EVP_PKEY_CTX_new_from_pkey(nil, own ?? key, nil)
    guard let new = unsafe new else { throw .backend(code: OpenSSLError.take()) }
    guard unsafe prepare(new) == 1 else {
      unsafe PublicKeyContexts.free(new, operation)  // because nobody else has it
      throw .backend(code: OpenSSLError.take())
    }
    return unsafe new
  }
}

extension PublicKeyHandle {
  /// The result of a key agreement, exactly `byteCount` bytes.
  ///
  /// The public key of the peer is not validated again: an imported point has been found on its curve, all
  /// of which have cofactor 1. OpenSSL refuses an all-zero result of X25519.
  package func sharedSecret(with peer: PublicKeyHandle, byteCount: Int) throws(CryptoError) -> SecretBytes {
    // because each pointer is used inside of the call that gets it only
    unsafe try withContext(for: .agree, prepare: { unsafe EVP_PKEY_derive_init($0) }) {
      context throws(CryptoError) in
      try OpenSSLError.check(unsafe EVP_PKEY_derive_set_peer_ex(context, peer.key, 0))
      return try SecretBytes(count: byteCount) { destination throws(CryptoError) in
        var count = byteCount
        // because the call writes at most `count` bytes and says how many
        let result = unsafe destination.withUnsafeMutableBytes { bytes in
          unsafe EVP_PKEY_derive(context, bytes.bindMemory(to: UInt8.self).baseAddress, &count)
        }
        try OpenSSLError.check(result)
        guard count == byteCount else { throw .backend(code: 0) }
      }
    }
  }
}

extension PublicKeyHandle {
  /// The algorithms whose keys are 32 bytes without a structure.
  package enum RawAlgorithm: Sendable {
    case x25519, ed25519

    fileprivate var identifier: Int32 {
      switch self {
      case .x25519: EVP_PKEY_X25519
      case .ed25519: EVP_PKEY_ED25519
      }
    }
  }

  /// The size of each key and of the shared secret of X25519 in bytes.
  static let rawKeySize = 32

  /// The key pair of a private key; the caller has checked that it has 32 bytes.
  package convenience init(_ algorithm: RawAlgorithm, privateKey: RawSpan) throws(CryptoError) {
    ERR_clear_error()
    // because the span outlives the call, which reads as many bytes as it has
    let key = unsafe privateKey.withUnsafeBytes { bytes in
      unsafe EVP_PKEY_new_raw_private_key(
        algorithm.identifier, nil, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// The key pair of X25519 with both halves; the caller has checked that each has 32 bytes.
  package convenience init(x25519 privateKey: RawSpan, publicKey: RawSpan) throws(CryptoError) {
    ERR_clear_error()
    // because the spans outlive the call, which reads 32 bytes of each
    let key = unsafe privateKey.withUnsafeBytes { secret in
      unsafe publicKey.withUnsafeBytes { encoded in
        unsafe omamori_x25519_key_pair(
          secret.bindMemory(to: UInt8.self).baseAddress, encoded.bindMemory(to: UInt8.self).baseAddress)
      }
    }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// A public key; the caller has checked that it has 32 bytes.
  package convenience init(_ algorithm: RawAlgorithm, publicKey: RawSpan) throws(CryptoError) {
    ERR_clear_error()
    // because the span outlives the call, which reads as many bytes as it has
    let key = unsafe publicKey.withUnsafeBytes { bytes in
      unsafe EVP_PKEY_new_raw_public_key(
        algorithm.identifier, nil, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// The 32 bytes of the public key.
  func rawPublicKey() throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.rawKeySize)
    var count = bytes.count
    // because the call writes at most `count` bytes and says how many
    try OpenSSLError.check(unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count))
    return bytes
  }
}

extension PublicKeyHandle {
  /// A public key of a NIST curve from its uncompressed point; an error unless the point lies on the curve.
  package convenience init(_ curve: PublicKeyCurve, point: [UInt8]) throws(CryptoError) {
    ERR_clear_error()
    // because the name and the array outlive the call, which reads as many bytes as they have
    let key = unsafe curve.withName { unsafe omamori_ec_public_key($0, point, point.count) }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// A key pair of a NIST curve from its scalar, which is in range, and the point that belongs to it.
  package convenience init(_ curve: PublicKeyCurve, scalar: RawSpan, point: [UInt8]) throws(CryptoError) {
    ERR_clear_error()
    // OpenSSL's parameters hold integers in the order of the machine.
    let native = SecretBytes(count: scalar.byteCount) { destination in
      // because the offsets lie within both spans, which have the same size
      unsafe destination.withUnsafeMutableBytes { target in
        unsafe scalar.withUnsafeBytes { source in
          #if _endian(little)
          for index in 0..<source.count { unsafe target[index] = source[source.count - 1 - index] }
          #else
          unsafe target.copyMemory(from: source)
          #endif
        }
      }
    }
    // because the secret, the name and the array outlive the call, which does not write to them
    let key = unsafe native.bytes.withUnsafeBytes { bytes in
      unsafe curve.withName { name in
        unsafe omamori_ec_key_pair(
          name, UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress), bytes.count,
          point, point.count)
      }
    }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// The signature of ECDSA over a digest, in DER as OpenSSL writes it.
  func ecSignature(forDigest digest: RawSpan) throws(CryptoError) -> [UInt8] {
    // because each pointer is used inside of the call that gets it only
    unsafe try withContext(for: .signEC, prepare: { unsafe EVP_PKEY_sign_init($0) }) {
      context throws(CryptoError) in
      // 3 × 2 bytes of headers, one more for a long length, and two integers of at most 67 bytes.
      var signature = [UInt8](repeating: 0, count: 144)
      var count = signature.count
      let result = unsafe digest.withUnsafeBytes { bytes in
        unsafe EVP_PKEY_sign(
          context, &signature, &count, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
      }
      try OpenSSLError.check(result)
      signature.removeLast(signature.count - count)
      return signature
    }
  }

  /// Says whether a signature of ECDSA, in DER, belongs to a digest and this public key.
  func isValidECSignature(_ signature: [UInt8], forDigest digest: RawSpan) -> Bool {
    // because the array outlives the call
    unsafe signature.withUnsafeBytes { unsafe isValidECSignature($0, forDigest: digest) }
  }

  /// Says whether a signature of ECDSA, in DER, belongs to a digest and this public key.
  func isValidECSignature(_ signature: UnsafeRawBufferPointer, forDigest digest: RawSpan) -> Bool {
    defer { ERR_clear_error() }
    do throws(CryptoError) {
      // because each pointer is used inside of the call that gets it only
      return unsafe try withContext(for: .verifyEC, prepare: { unsafe EVP_PKEY_verify_init($0) }) {
        context throws(CryptoError) in
        unsafe digest.withUnsafeBytes { bytes in
          unsafe EVP_PKEY_verify(
            context, signature.bindMemory(to: UInt8.self).baseAddress, signature.count,
            bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        } == 1
      }
    } catch {
      return false
    }
  }
}

extension PublicKeyHandle {
  /// The size of a signature of Ed25519 in bytes.
  static let edSignatureSize = 64

  /// The signature of Ed25519 (RFC 8032, section 5.1) over a message.
  func edSignature(for message: RawSpan) throws(CryptoError) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Self.edSignatureSize)
    var count = signature.count
    // because the key outlives the calls
    let prepare = { unsafe EVP_DigestSignInit_ex($0, nil, nil, nil, nil, self.key, nil) }
    // because the context stays inside the closure, and both buffers outlive the call
    try unsafe withDigestContext(for: .signEd, prepare: prepare) { context throws(CryptoError) in
      let result = unsafe message.withUnsafeBytes { bytes in
        unsafe EVP_DigestSign(
          context, &signature, &count, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
      }
      try OpenSSLError.check(result)
    }
    return signature
  }

  /// Says whether a signature of Ed25519 belongs to a message and this public key.
  func isValidEdSignature(_ signature: RawSpan, for message: RawSpan) -> Bool {
    guard signature.byteCount == Self.edSignatureSize else { return false }
    // because the key outlives the calls
    let prepare = { unsafe EVP_DigestVerifyInit_ex($0, nil, nil, nil, nil, self.key, nil) }
    do throws(CryptoError) {
      // because the context stays inside the closure, and both buffers outlive the call
      return try unsafe withDigestContext(for: .verifyEd, prepare: prepare) { context throws(CryptoError) in
        defer { ERR_clear_error() }
        return unsafe signature.withUnsafeBytes { signature in
          unsafe message.withUnsafeBytes { message in
            unsafe EVP_DigestVerify(
              context, signature.bindMemory(to: UInt8.self).baseAddress, signature.count,
              message.bindMemory(to: UInt8.self).baseAddress, message.count)
          }
        } == 1
      }
    } catch { return false }
  }

  /// Runs `body` with a copy of a prepared context, since one that signed or verified may not do so again.
  private func withDigestContext<Result>(
    for operation: PublicKeyOperation,
    prepare: (OpaquePointer) -> Int32,
    _ body: (OpaquePointer) throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    // because neither context leaves the closure
    try unsafe withContext(for: operation, prepare: prepare) { prepared throws(CryptoError) in
      guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }  // because it is freed below
      defer { unsafe EVP_MD_CTX_free(context) }  // because nobody else has it
      try OpenSSLError.check(unsafe EVP_MD_CTX_copy_ex(context, prepared))  // because both live
      return unsafe try body(context)  // because the context is this call's alone
    }
  }
}

extension PublicKeyHandle {
  /// Encrypts with RSAES-OAEP; the result has as many bytes as n.
  func oaepEncrypt(_ message: RawSpan, _ padding: RSA.Encryption.Padding, size: Int) throws(CryptoError)
    -> [UInt8]
  {
    // because each pointer is used inside of the call that gets it only
    unsafe try withContext { context throws(CryptoError) in
      unsafe try Self.begin(context, padding, encrypts: true)
      var ciphertext = [UInt8](repeating: 0, count: size)
      var count = size
      let result = unsafe message.withUnsafeBytes { bytes in
        unsafe EVP_PKEY_encrypt(
          context, &ciphertext, &count, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
      }
      try OpenSSLError.check(result)
      guard count == size else { throw .backend(code: 0) }
      return ciphertext
    }
  }

  /// Decrypts with RSAES-OAEP; which part of a ciphertext is wrong is not said, nor shown by the time it
  /// takes.
  func oaepDecrypt(
    _ ciphertext: RawSpan,
    _ padding: RSA.Encryption.Padding,
    size: Int
  ) throws(CryptoError) -> [UInt8] {
    // because each pointer is used inside of the call that gets it only
    unsafe try withContext { context throws(CryptoError) in
      unsafe try Self.begin(context, padding, encrypts: false)
      var message = SecretBytes(count: size) { _ in }
      var count = size
      let result = message.withMutableBytes { target in
        unsafe target.withUnsafeMutableBytes { target in
          unsafe ciphertext.withUnsafeBytes { bytes in
            unsafe EVP_PKEY_decrypt(
              context, target.bindMemory(to: UInt8.self).baseAddress, &count,
              bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
          }
        }
      }
      ERR_clear_error()
      guard result == 1, count <= size else { throw .authenticationFailed }
      return message.withBytes { $0.extracting(..<count).byteArray }
    }
  }

  private static func begin(
    _ context: OpaquePointer,
    _ padding: RSA.Encryption.Padding,
    encrypts: Bool
  ) throws(CryptoError) {
    // because OpenSSL copies the names and the label
    let result = unsafe padding.hash.withName { digest in
      unsafe padding.mask.withName { mask in
        unsafe omamori_rsa_oaep_init(
          context, encrypts ? 1 : 0, digest, mask, padding.label, padding.label.count)
      }
    }
    try OpenSSLError.check(result)
  }
}

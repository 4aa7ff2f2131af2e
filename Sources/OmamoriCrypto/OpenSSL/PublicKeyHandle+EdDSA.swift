#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

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
#endif

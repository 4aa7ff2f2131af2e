#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

extension PublicKeyHandle {
  /// The size of a signature of Ed25519 in bytes.
  static let edSignatureSize = 64

  /// The signature of Ed25519 (RFC 8032, section 5.1) over a message.
  func edSignature(for message: RawSpan) throws(CryptoError) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Self.edSignatureSize)
    ERR_clear_error()
    guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }  // because it is freed below
    defer { unsafe EVP_MD_CTX_free(context) }  // because nobody else has it
    // because the context, the key and both buffers outlive the calls
    try OpenSSLError.check(unsafe EVP_DigestSignInit_ex(context, nil, nil, nil, nil, key, nil))
    var count = signature.count
    let result = unsafe message.withUnsafeBytes { bytes in
      unsafe EVP_DigestSign(
        context, &signature, &count, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }
    try OpenSSLError.check(result)
    return signature
  }

  /// Says whether a signature of Ed25519 belongs to a message and this public key.
  func isValidEdSignature(_ signature: RawSpan, for message: RawSpan) -> Bool {
    guard signature.byteCount == Self.edSignatureSize else { return false }
    ERR_clear_error()
    defer { ERR_clear_error() }
    guard let context = unsafe EVP_MD_CTX_new() else { return false }  // because it is freed below
    defer { unsafe EVP_MD_CTX_free(context) }  // because nobody else has it
    // because the context, the key and both buffers outlive the calls
    guard unsafe EVP_DigestVerifyInit_ex(context, nil, nil, nil, nil, key, nil) == 1 else { return false }
    return unsafe signature.withUnsafeBytes { signature in
      unsafe message.withUnsafeBytes { message in
        unsafe EVP_DigestVerify(
          context, signature.bindMemory(to: UInt8.self).baseAddress, signature.count,
          message.bindMemory(to: UInt8.self).baseAddress, message.count)
      }
    } == 1
  }
}
#endif

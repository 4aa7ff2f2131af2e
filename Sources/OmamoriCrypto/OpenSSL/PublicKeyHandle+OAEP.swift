#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

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
#endif

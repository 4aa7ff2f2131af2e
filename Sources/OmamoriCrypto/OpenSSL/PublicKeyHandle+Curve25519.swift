#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

extension PublicKeyHandle {
  /// The algorithms whose keys are 32 bytes without a structure.
  enum RawAlgorithm: Sendable {
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
  convenience init(_ algorithm: RawAlgorithm, privateKey: RawSpan) throws(CryptoError) {
    ERR_clear_error()
    // because the span outlives the call, which reads as many bytes as it has
    let key = unsafe privateKey.withUnsafeBytes { bytes in
      unsafe EVP_PKEY_new_raw_private_key(
        algorithm.identifier, nil, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// The key pair of X25519 with both halves; the caller has checked that each has 32 bytes.
  convenience init(x25519 privateKey: RawSpan, publicKey: RawSpan) throws(CryptoError) {
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
  convenience init(_ algorithm: RawAlgorithm, publicKey: RawSpan) throws(CryptoError) {
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

  /// The 32 bytes of the private key.
  func rawPrivateKey() throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: Self.rawKeySize) { destination throws(CryptoError) in
      var count = destination.byteCount
      // because the call writes at most `count` bytes and says how many
      let result = unsafe destination.withUnsafeMutableBytes { bytes in
        unsafe EVP_PKEY_get_raw_private_key(key, bytes.bindMemory(to: UInt8.self).baseAddress, &count)
      }
      try OpenSSLError.check(result)
    }
  }
}
#endif

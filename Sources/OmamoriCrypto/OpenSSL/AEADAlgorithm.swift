#if !canImport(Darwin)
import COpenSSL

/// A cipher of OpenSSL that encrypts and authenticates, looked up once a process.
@safe
// because OpenSSL lets any number of threads read an EVP_CIPHER, and those here are never freed
package struct AEADAlgorithm: @unchecked Sendable {
  static let aes128GCM = AEADAlgorithm("AES-128-GCM")
  static let aes192GCM = AEADAlgorithm("AES-192-GCM")
  package static let aes256GCM = AEADAlgorithm("AES-256-GCM")
  static let chaCha20Poly1305 = AEADAlgorithm("ChaCha20-Poly1305")

  /// AES-GCM for a key of this length, or `nil` when AES has no such key.
  static func aesGCM(keyByteCount: Int) -> AEADAlgorithm? {
    switch keyByteCount {
    case 16: aes128GCM
    case 24: aes192GCM
    case 32: aes256GCM
    default: nil
    }
  }

  /// The length of the tag of both ciphers in bytes.
  package static let tagByteCount = 16
  /// The length of a nonce in bytes unless another one is asked for.
  package static let nonceByteCount = 12
  /// The most bytes that one nonce may encrypt with either cipher: 2^36 − 32 (SP 800-38D §5.2.1.1).
  static let largestMessage = 1 << 36 - 32

  /// The EVP_CIPHER, or `nil` when this build of OpenSSL lacks the cipher.
  let pointer: OpaquePointer?
  /// The length of the key in bytes.
  let keyByteCount: Int

  private init(_ name: StaticString) {
    unsafe pointer = name.withUTF8Buffer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { unsafe EVP_CIPHER_fetch(nil, $0.baseAddress, nil) }
    }
    keyByteCount = unsafe pointer.map { Int(unsafe EVP_CIPHER_get_key_length($0)) } ?? 0
  }
}
#endif

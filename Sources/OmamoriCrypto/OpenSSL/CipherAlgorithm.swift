#if !canImport(Darwin)
import COpenSSL

/// A mode of AES in OpenSSL that does not authenticate by itself or wraps keys, looked up once a process.
@safe
// because OpenSSL lets any number of threads read an EVP_CIPHER, and those here are never freed
struct CipherAlgorithm: @unchecked Sendable {
  /// What AES is used for.
  enum Mode {
    /// Cipher block chaining with the padding of PKCS #7.
    case cbc
    /// Counter mode.
    case ctr
    /// Key wrap (RFC 3394).
    case wrap
    /// Key wrap with padding (RFC 5649).
    case paddedWrap
  }

  private static let cbc = [CipherAlgorithm("AES-128-CBC"), .init("AES-192-CBC"), .init("AES-256-CBC")]
  private static let ctr = [CipherAlgorithm("AES-128-CTR"), .init("AES-192-CTR"), .init("AES-256-CTR")]
  private static let wrap = [CipherAlgorithm("AES-128-WRAP"), .init("AES-192-WRAP"), .init("AES-256-WRAP")]
  private static let paddedWrap = [
    CipherAlgorithm("AES-128-WRAP-PAD"), .init("AES-192-WRAP-PAD"), .init("AES-256-WRAP-PAD"),
  ]

  /// AES in a mode for a key of this length, or `nil` when AES has no such key.
  static func aes(_ mode: Mode, keyByteCount: Int) -> CipherAlgorithm? {
    guard keyByteCount.isMultiple(of: 8), 16...32 ~= keyByteCount else { return nil }
    let index = keyByteCount / 8 - 2
    return switch mode {
    case .cbc: cbc[index]
    case .ctr: ctr[index]
    case .wrap: wrap[index]
    case .paddedWrap: paddedWrap[index]
    }
  }

  /// The EVP_CIPHER, or `nil` when this build of OpenSSL lacks the mode.
  let pointer: OpaquePointer?
  /// The length of the initialisation vector in bytes.
  let vectorByteCount: Int

  private init(_ name: StaticString) {
    unsafe pointer = name.withUTF8Buffer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { unsafe EVP_CIPHER_fetch(nil, $0.baseAddress, nil) }
    }
    vectorByteCount = unsafe pointer.map { Int(unsafe EVP_CIPHER_get_iv_length($0)) } ?? 0
  }
}
#endif

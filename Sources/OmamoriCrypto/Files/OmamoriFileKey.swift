import OmamoriCore

/// The random key of one Omamori file, which everything in the file comes from; see
/// Documentation/formats/omamori-file.md.
///
/// A value; safe to share between threads.
struct OmamoriFileKey: Sendable {
  /// 32 bytes.
  let key: SymmetricKey

  private static let size = 32
  static let label = "omamori-file/v1 "

  /// Makes a random key.
  ///
  /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
  init() throws(CryptoError) {
    do throws(CoreError) {
      let secret = try SecretBytes(randomCount: Self.size)
      key = secret.withBytes { bytes in
        // because the key copies the bytes
        unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
      }
    } catch { throw CryptoError(error) }
  }

  /// Takes an opened key and wipes it.
  ///
  /// - Throws: ``CryptoError/authenticationFailed`` when it is not of the right size.
  init(opened: inout Data) throws(CryptoError) {
    defer { opened.resetBytes(in: 0..<opened.count) }
    guard opened.count == Self.size else { throw .authenticationFailed }
    key = SymmetricKey(data: opened)
  }

  /// The key of the body.
  var bodyKey: SymmetricKey { derived("body") }

  /// The MAC of the header.
  func mac(of bytes: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: derived("header")))
  }

  private func derived(_ purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Array((Self.label + purpose).utf8), outputByteCount: 32)
  }
}

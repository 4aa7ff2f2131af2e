import OmamoriCore

/// What both kinds of key wrap have in common.
enum KeyWrapping {
  /// Both kinds grow a key by 8 bytes, after it was padded to a multiple of 8.
  private static let overhead = 8

  /// Encrypts a key.
  static func wrap(
    _ key: SymmetricKey,
    _ mode: CipherAlgorithm.Mode,
    using kek: SymmetricKey
  ) throws(CryptoKitError) -> Data {
    try check(kek)
    // OpenSSL takes an empty input and says that it succeeded.
    guard key.byteCount >= (mode == .wrap ? 16 : 1) else { throw .wrapFailure }
    let room = key.byteCount + overhead + CipherOperation.largestOverhead
    var length: Int?
    let wrapped = try convert { () throws(CryptoError) in
      try Data(byteCount: room) { output throws(CryptoError) in
        length = try key.withBytes { key throws(CryptoError) in
          try kek.withBytes { kek throws(CryptoError) in
            try CipherOperation.aes(.encrypt, mode, key: kek, key, into: &output)
          }
        }
      }
    }
    guard let length else { throw .wrapFailure }
    return wrapped.prefix(length)
  }

  /// Decrypts a key.
  static func unwrap(
    _ wrapped: RawSpan,
    _ mode: CipherAlgorithm.Mode,
    using kek: SymmetricKey
  ) throws(CryptoKitError) -> SymmetricKey {
    try check(kek)
    guard wrapped.byteCount >= (mode == .wrap ? 24 : 16) else { throw .unwrapFailure }
    var length: Int?
    let room = try convert { () throws(CryptoError) in
      try SecretBytes(count: wrapped.byteCount + CipherOperation.largestOverhead) {
        output throws(CryptoError) in
        length = try kek.withBytes { kek throws(CryptoError) in
          try CipherOperation.aes(.decrypt, mode, key: kek, wrapped, into: &output)
        }
      }
    }
    guard let length else { throw .unwrapFailure }
    return SymmetricKey(SecretBytes(copying: room.bytes.extracting(..<length)))
  }

  private static func check(_ kek: SymmetricKey) throws(CryptoKitError) {
    guard [16, 24, 32].contains(kek.byteCount) else { throw .incorrectKeySize }
  }

  private static func convert<Value: ~Copyable>(
    _ body: () throws(CryptoError) -> Value
  ) throws(CryptoKitError) -> Value {
    do throws(CryptoError) { return try body() } catch { throw CryptoKitError(error) }
  }
}

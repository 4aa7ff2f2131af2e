import OmamoriCore

extension EncryptedToken {
  /// Takes a token in the compact serialization apart (RFC 7516 §7.1): five parts, separated by dots.
  ///
  /// - Parameter bytes: The token.
  /// - Throws: ``AuthError/token(_:)``.
  init(compact bytes: [UInt8]) throws(AuthError) {
    guard bytes.count <= Self.sizeLimit else { throw .token(.tooLarge(limit: Self.sizeLimit)) }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 5 else { throw .token(.malformed) }
    recipients = [
      Recipient(
        header: EncryptionHeader(try Self.protectedHeader(parts[0])),
        encryptedKey: try Self.decode(parts[1]))
    ]
    sealed = .init(
      vector: try Self.decode(parts[2]), ciphertext: try Self.decode(parts[3]),
      tag: try Self.decode(parts[4]))
    authenticatedData = Array(parts[0])
  }
}

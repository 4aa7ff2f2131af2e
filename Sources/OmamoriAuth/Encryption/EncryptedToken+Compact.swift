import OmamoriCore

extension EncryptedToken {
  /// Takes a token in the compact serialization apart (RFC 7516 §7.1): five parts, separated by dots.
  ///
  /// - Parameter text: The token.
  /// - Throws: ``AuthError/token(_:)``.
  init(compact text: String) throws(AuthError) {
    guard text.utf8.count <= Self.sizeLimit else { throw .token(.tooLarge(limit: Self.sizeLimit)) }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 5 else { throw .token(.malformed) }
    recipients = [
      Recipient(
        header: EncryptionHeader(try Self.protectedHeader(Substring(parts[0]))),
        encryptedKey: try Self.decode(Substring(parts[1])))
    ]
    sealed = .init(
      vector: try Self.decode(Substring(parts[2])), ciphertext: try Self.decode(Substring(parts[3])),
      tag: try Self.decode(Substring(parts[4])))
    authenticatedData = Array(parts[0])
  }
}

import OmamoriCore

/// An encrypted token (RFC 7516) taken apart; nothing of it is authenticated yet.
struct EncryptedToken: Equatable {
  /// The greatest size of a token in bytes, in any serialization.
  static let sizeLimit = 1 << 16
  /// The most recipients that a token may have.
  static let recipientLimit = 16

  /// One of those whom a token is for.
  struct Recipient: Equatable {
    let header: EncryptionHeader
    let encryptedKey: [UInt8]
  }

  let recipients: [Recipient]
  let sealed: ContentEncryptionAlgorithm.Sealed
  /// What is authenticated besides the ciphertext.
  let authenticatedData: [UInt8]

  /// The bytes of a part.
  static func decode(_ text: ArraySlice<UInt8>) throws(AuthError) -> [UInt8] {
    do throws(CoreError) { return try Base64URL.decode(text.span) } catch { throw .token(.malformed) }
  }

  /// The bytes that a string stands for.
  static func decode(_ text: String) throws(AuthError) -> [UInt8] { try decode(Array(text.utf8)[...]) }

  /// The members of the protected header in a part.
  static func protectedHeader(_ part: ArraySlice<UInt8>) throws(AuthError) -> JSONObject {
    try object(decode(part))
  }

  /// The members of an object in JSON.
  static func object(_ bytes: [UInt8]) throws(AuthError) -> JSONObject {
    let value: JSONValue
    do throws(CoreError) {
      value = try StrictJSON.parse(bytes, limits: EncryptionHeader.limits)
    } catch {
      throw .token(.malformed)
    }
    guard let object = value.objectValue else { throw .token(.malformed) }
    return object
  }
}

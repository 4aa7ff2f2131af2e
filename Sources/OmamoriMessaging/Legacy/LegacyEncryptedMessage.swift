import OmamoriCore
public import OmamoriCrypto

/// Opens messages of the chat that older programs had, to carry a history over; nothing here or elsewhere makes them.
///
/// A message is a JSON object with `ciphertext`, `nonce` and `tag` in Base64, sealed with AES-GCM under
/// HKDF-SHA256, without salt and information, of the static X25519 secret of two people. That secret never changes and
/// is the same in both directions. So whoever learns it once reads everything; a message that is put before its own
/// sender, or a second time, opens as well; and nothing says who wrote it, when, or in which order. Show what was opened
/// as unauthenticated history. A value; safe to share between threads.
public struct LegacyEncryptedMessage: Sendable {
  /// The longest document, in bytes.
  public static let greatestDocument = 4 << 20

  private let nonce: Data
  private let sealed: Data

  /// Reads a message.
  ///
  /// - Parameter document: The JSON object with `ciphertext`, `nonce` and `tag` and nothing else, at most 4 MiB.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/malformed`` or ``MessageFault/tooLarge``.
  public init(json document: [UInt8]) throws(MessagingError) {
    guard document.count <= Self.greatestDocument else { throw .message(.tooLarge) }
    let limits = JSONLimits(depth: 1, size: Self.greatestDocument, values: 4, numberLength: 1)
    let object: JSONObject
    do throws(CoreError) {
      guard let read = try StrictJSON.parse(document, limits: limits).objectValue else {
        throw CoreError.invalidBase64URL(offset: 0)
      }
      object = read
    } catch {
      throw .message(.malformed)
    }
    guard object.count == 3, let ciphertext = Self.bytes(object["ciphertext"]),
      let nonce = Self.bytes(object["nonce"]), nonce.count == 12,
      let tag = Self.bytes(object["tag"]), tag.count == 16
    else { throw .message(.malformed) }
    (self.nonce, sealed) = (nonce, ciphertext + tag)
  }

  /// Opens the message.
  ///
  /// - Parameters:
  ///   - ownKey: The static private key of one of the two.
  ///   - otherKey: The static public key of the other, whoever of them wrote it.
  /// - Returns: The message, of an author that is not certain.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/forged`` for other keys or a changed message.
  public func open(
    with ownKey: Curve25519.KeyAgreement.PrivateKey,
    and otherKey: Curve25519.KeyAgreement.PublicKey
  ) throws(MessagingError) -> [UInt8] {
    do throws(CryptoError) {
      // The same recipe as that of older files encrypted to a key, with a static key in the ephemeral one's place.
      let message = try LegacyX25519Message(
        ephemeralPublicKey: otherKey.rawRepresentation, combined: nonce + sealed)
      return Array(try message.open(with: ownKey))
    } catch {
      throw .message(.forged)
    }
  }

  /// The bytes of a text in Base64 (RFC 4648 section 4, with padding); `nil` when it is none or not the only text of
  /// those bytes.
  private static func bytes(_ value: JSONValue?) -> Data? {
    guard let text = value?.stringValue, let data = Data(base64Encoded: text),
      data.base64EncodedString() == text
    else { return nil }
    return data
  }
}

public import OmamoriCore

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

extension EncryptedToken {
  /// Takes a token in one of the JSON serializations apart (RFC 7516 §7.2): flattened or with several recipients.
  ///
  /// - Parameter bytes: The token.
  /// - Throws: ``AuthError/token(_:)``.
  init(json bytes: [UInt8]) throws(AuthError) {
    guard bytes.count <= Self.sizeLimit else { throw .token(.tooLarge(limit: Self.sizeLimit)) }
    let members = try Self.object(bytes)
    let protected = try Self.text("protected", in: members)
    let header = try Self.protectedHeader(Array(protected.utf8)[...])
    let shared = try Self.header("unprotected", in: members)
    recipients = try Self.recipients(of: members, header, shared)
    sealed = .init(
      vector: try Self.part("iv", in: members), ciphertext: try Self.part("ciphertext", in: members),
      tag: try Self.part("tag", in: members))
    var data = Array(protected.utf8)
    if members.contains("aad") {
      let text = try Self.text("aad", in: members)
      _ = try Self.decode(text)
      data += [UInt8(ascii: ".")] + Array(text.utf8)
    }
    authenticatedData = data
  }

  private static func recipients(
    of members: JSONObject,
    _ protected: JSONObject,
    _ shared: JSONObject
  ) throws(AuthError) -> [Recipient] {
    guard let list = members["recipients"] else {
      return [try recipient(members, protected, shared)]
    }
    guard let list = list.arrayValue, 1...recipientLimit ~= list.count, !members.contains("header"),
      !members.contains("encrypted_key")
    else { throw .token(.malformed) }
    var recipients: [Recipient] = []
    for element in list {
      guard let element = element.objectValue else { throw .token(.malformed) }
      recipients.append(try recipient(element, protected, shared))
    }
    return recipients
  }

  private static func recipient(
    _ members: JSONObject,
    _ protected: JSONObject,
    _ shared: JSONObject
  ) throws(AuthError) -> Recipient {
    let key = members.contains("encrypted_key") ? try part("encrypted_key", in: members) : []
    let own = try header("header", in: members)
    return Recipient(header: try EncryptionHeader(protected, [shared, own]), encryptedKey: key)
  }

  private static func header(_ name: String, in members: JSONObject) throws(AuthError) -> JSONObject {
    guard let value = members[name] else { return JSONObject() }
    guard let header = value.objectValue else { throw .token(.malformed) }
    return header
  }

  private static func text(_ name: String, in members: JSONObject) throws(AuthError) -> String {
    guard let text = members[name]?.stringValue else { throw .token(.malformed) }
    return text
  }

  private static func part(_ name: String, in members: JSONObject) throws(AuthError) -> [UInt8] {
    try decode(text(name, in: members))
  }
}

/// The header of an encrypted token: its protected part, and what JSON serializations add to it.
struct EncryptionHeader: Equatable {
  /// How deep headers may be nested.
  static let limits = JSONLimits(depth: 16, size: EncryptedToken.sizeLimit, values: 1_000)

  /// The members that are authenticated.
  let protected: JSONObject
  /// All members.
  let members: JSONObject

  /// Takes a protected header.
  init(_ protected: JSONObject) { (self.protected, members) = (protected, protected) }

  /// Joins a protected header with others, none of which may repeat a member (RFC 7516 §7.2.1).
  init(_ protected: JSONObject, _ others: [JSONObject]) throws(AuthError) {
    var members = protected
    for other in others {
      for member in other.members {
        guard members.insert(member.name, member.value) else { throw .token(.malformed) }
      }
    }
    (self.protected, self.members) = (protected, members)
  }

  /// Refuses extensions, wherever they stand, and a content algorithm that nothing authenticates.
  func check(allowsCompression: Bool) throws(AuthError) {
    guard !members.contains("crit") else { throw .token(.criticalHeader) }
    if let compression = members["zip"] {
      guard allowsCompression, protected.contains("zip"), compression.stringValue == "DEF" else {
        throw .token(.criticalHeader)
      }
    }
    guard protected.contains("enc") else { throw .token(.malformed) }
    for name in ["kid", "typ", "cty"] where members.contains(name) { _ = try text(name) }
  }

  var isCompressed: Bool { protected.contains("zip") }

  /// The member called `name`, which must be a string.
  func text(_ name: String) throws(AuthError) -> String {
    guard let text = members[name]?.stringValue else { throw .token(.malformed) }
    return text
  }

  /// The bytes that the member called `name` stands for, at most 1 KiB; none when there is no such member.
  func bytes(_ name: String) throws(AuthError) -> [UInt8] {
    guard members.contains(name) else { return [] }
    let text = try text(name)
    guard text.utf8.count <= 1_368 else { throw .token(.malformed) }
    return try EncryptedToken.decode(text)
  }
}

/// What an encrypted token held.
///
/// It was not changed since it was encrypted. That says who encrypted it only when the key is a shared one: with a
/// public key everybody can encrypt. Prints as `<redacted>`.
public struct DecryptedToken: Sendable {
  /// The content.
  public let content: Data
  /// How its key was encrypted.
  public let keyManagement: KeyManagementAlgorithm
  /// How the content was encrypted.
  public let contentEncryption: ContentEncryptionAlgorithm
  /// What kind of token it says it is (`typ` of the protected header), or `nil`.
  public let type: String?
  /// What kind of content it says it has (`cty` of the protected header), or `nil`; `JWT` for a nested token.
  public let contentType: String?
}

extension DecryptedToken: RedactedDescription {}

import OmamoriCore

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

import OmamoriCore

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

import OmamoriCore

/// A member of a group: one device of an account, with the key that proves its changes.
///
/// A value; safe to share between threads.
public struct GroupMember: Sendable, Hashable {
  /// The place in the group; given once and never again to another.
  let index: UInt16
  /// Where the member is reached.
  public let address: MessagingAddress
  /// The signing key of the member's identity, 32 bytes.
  public let signingKey: [UInt8]
  /// Whether the member may add, remove and rename.
  public let isAdmin: Bool

  init(index: UInt16, address: MessagingAddress, signingKey: [UInt8], isAdmin: Bool) {
    (self.index, self.address, self.signingKey, self.isAdmin) = (index, address, signingKey, isAdmin)
  }

  /// The same member as an administrator.
  var promoted: GroupMember {
    GroupMember(index: index, address: address, signingKey: signingKey, isAdmin: true)
  }

  /// Writes the fields.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(index)
    writer.write(address.name)
    writer.write(address.device)
    writer.write(raw: signingKey)
    writer.write(UInt8(isAdmin ? 1 : 0))
  }

  /// Reads the fields.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    index = try reader.number()
    let name = try reader.text(limit: MessagingAddress.greatestNameLength)
    address = try MessagingAddress(name: name, device: try reader.number())
    signingKey = try reader.bytes(GroupCipher.keySize)
    isAdmin = try reader.flag()
  }
}

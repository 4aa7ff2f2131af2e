import OmamoriCore

/// What a change does to a group.
enum GroupDeed: Sendable, Hashable {
  /// Creates the group; the first member is the creator.
  case create(seed: [UInt8], name: String, members: [GroupMember])
  /// Adds a member.
  case add(address: MessagingAddress, signingKey: [UInt8], isAdmin: Bool)
  /// Removes a member; with the statement of the member that it leaves, anybody may.
  case remove(index: UInt16, statement: GroupLeave.Statement?)
  /// Gives the group another name.
  case rename(String)

  /// Whether it takes out somebody who does not leave; such a change wins over one that does not.
  var isRemoval: Bool { if case .remove(_, nil) = self { true } else { false } }

  /// Writes the kind and the fields.
  func encode(into writer: inout GroupFieldWriter) {
    switch self {
    case .create(let seed, let name, let members):
      writer.write(UInt8(1))
      writer.write(raw: seed)
      writer.write(name)
      writer.write(UInt32(members.count))
      for member in members { member.encode(into: &writer) }
    case .add(let address, let signingKey, let isAdmin):
      writer.write(UInt8(2))
      writer.write(address.name)
      writer.write(address.device)
      writer.write(raw: signingKey)
      writer.write(UInt8(isAdmin ? 1 : 0))
    case .remove(let index, let statement):
      writer.write(UInt8(3))
      writer.write(index)
      writer.write(UInt8(statement == nil ? 0 : 1))
      statement?.encode(into: &writer)
    case .rename(let name):
      writer.write(UInt8(4))
      writer.write(name)
    }
  }

  /// Reads the kind and the fields.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    switch try reader.number(UInt8.self) {
    case 1:
      let seed = try reader.bytes(32)
      let name = try reader.text(limit: GroupLimits.nameLength)
      var members: [GroupMember] = []
      for _ in 0..<(try reader.count(limit: GroupLimits.members)) {
        members.append(try GroupMember(from: &reader))
      }
      self = .create(seed: seed, name: name, members: members)
    case 2:
      let name = try reader.text(limit: MessagingAddress.greatestNameLength)
      let address = try MessagingAddress(name: name, device: try reader.number())
      self = .add(
        address: address, signingKey: try reader.bytes(GroupCipher.keySize), isAdmin: try reader.flag())
    case 3:
      let index = try reader.number(UInt16.self)
      let hasStatement = try reader.flag()
      self = .remove(index: index, statement: hasStatement ? try GroupLeave.Statement(from: &reader) : nil)
    case 4: self = .rename(try reader.text(limit: GroupLimits.nameLength))
    default: throw .message(.unsupported)
    }
  }
}

import OmamoriCore
import OmamoriCrypto

/// The history of a group as one member tells it to another: all changes from the creation on, so that nothing has to be
/// believed.
///
/// A value; safe to share between threads.
struct GroupWelcome: Sendable {
  /// The creation.
  let creation: GroupChange
  /// The secret of the first epoch, for who was in it.
  let secret: SymmetricKey?
  /// The changes, each after the one that it follows.
  let changes: [GroupHistory.Entry]

  /// Tells what a member knows, with the secrets of the epochs in which the receiver is a member.
  init(_ history: GroupHistory, for peer: GroupMachine.Peer) {
    creation = history.creation
    func secret(of digest: [UInt8]) -> SymmetricKey? {
      history.state(digest)?.member(peer) == nil ? nil : history.secret(of: digest)
    }
    self.secret = secret(of: creation.digest)
    changes =
      history.past.map { GroupHistory.Entry($0, secret(of: $0.digest)) }
      + history.entries.map { GroupHistory.Entry($0.change, secret(of: $0.digest)) }
  }

  /// Puts a history together.
  init(creation: GroupChange, secret: SymmetricKey?, changes: [GroupHistory.Entry]) {
    (self.creation, self.secret, self.changes) = (creation, secret, changes)
  }

  /// Writes the fields.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(creation.encoded)
    writer.write(optional: secret)
    writer.write(UInt32(changes.count))
    for entry in changes {
      writer.write(entry.change.encoded)
      writer.write(optional: entry.secret)
    }
  }

  /// Reads the fields; what they say is not proved yet.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    creation = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
    secret = try reader.optionalKey()
    var changes: [GroupHistory.Entry] = []
    // No change is shorter than 200 bytes.
    for _ in 0..<(try reader.count(limit: GroupLimits.content / 200)) {
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      changes.append(GroupHistory.Entry(change, try reader.optionalKey()))
    }
    self.changes = changes
  }

  /// The group that the creation names.
  var identifier: [UInt8] { creation.digest }
}

extension GroupFieldWriter {
  /// Writes whether there is a key, and the key.
  mutating func write(optional key: SymmetricKey?) {
    write(UInt8(key == nil ? 0 : 1))
    if let key { write(key) }
  }
}

extension ByteReader where Failure == MessagingError {
  /// A key that need not be there.
  mutating func optionalKey() throws(MessagingError) -> SymmetricKey? { try flag() ? try key() : nil }
}

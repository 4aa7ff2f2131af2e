import OmamoriCore
import OmamoriCrypto

/// A signed change of a group, which follows the one before it by its digest and begins an epoch.
///
/// A value; safe to share between threads.
struct GroupChange: Sendable, Hashable {
  static let version: UInt8 = 1
  /// What a creation has in place of a group and of a change before it.
  static let nothing = [UInt8](repeating: 0, count: 32)

  /// The group; zeros for the creation, whose digest names the group.
  let group: [UInt8]
  /// The digest of the change before it; zeros for the creation.
  let parent: [UInt8]
  /// The number of the epoch that it begins; 0 for the creation.
  let epoch: UInt64
  /// The member who makes it.
  let author: UInt16
  /// What it does.
  let deed: GroupDeed
  /// What it says of the secret of its epoch, 32 bytes.
  let commitment: [UInt8]
  /// The digest of the state that it leads to, 32 bytes.
  let result: [UInt8]
  /// The author's signature, 64 bytes.
  let signature: [UInt8]

  /// Makes and signs a change.
  init(
    group: [UInt8],
    parent: [UInt8],
    epoch: UInt64,
    author: UInt16,
    deed: GroupDeed,
    secret: SymmetricKey,
    result: [UInt8],
    signingKey: Curve25519.Signing.PrivateKey
  ) throws(MessagingError) {
    (self.group, self.parent, self.epoch, self.author) = (group, parent, epoch, author)
    (self.deed, self.result) = (deed, result)
    commitment = Self.commitment(to: secret)
    let body = Self.body(group, parent, epoch, author, deed, commitment, result)
    signature = try GroupCipher.sign(.changeSignature, body, signingKey)
  }

  /// What a change says of the secret of its epoch.
  static func commitment(to secret: SymmetricKey) -> [UInt8] {
    GroupCipher.deriveBytes(secret, .commitment, [], count: 32)
  }

  /// What tells this change from all others; the signature is no part of it, since it has several spellings.
  var digest: [UInt8] { GroupCipher.digest(.change, body) }

  /// The group that it belongs to.
  var groupBytes: [UInt8] { epoch == 0 ? digest : group }

  /// Whether the signature belongs to a key.
  func isSigned(by key: [UInt8]) -> Bool {
    GroupCipher.verify(.changeSignature, body, signature, key)
  }

  /// All fields.
  var encoded: [UInt8] { body + signature }

  /// Reads a change, and nothing after it.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= GroupLimits.content else { throw .message(.tooLarge) }
    var reader = ByteReader(bytes.rawSpan, .message(.malformed))
    guard try reader.number(UInt8.self) == Self.version else { throw .message(.unsupported) }
    group = try reader.bytes(32)
    parent = try reader.bytes(32)
    epoch = try reader.number()
    author = try reader.number()
    deed = try GroupDeed(from: &reader)
    commitment = try reader.bytes(32)
    result = try reader.bytes(32)
    signature = try reader.bytes(GroupCipher.signatureSize)
    try reader.end()
  }

  private var body: [UInt8] { Self.body(group, parent, epoch, author, deed, commitment, result) }

  private static func body(
    _ group: [UInt8],
    _ parent: [UInt8],
    _ epoch: UInt64,
    _ author: UInt16,
    _ deed: GroupDeed,
    _ commitment: [UInt8],
    _ result: [UInt8]
  ) -> [UInt8] {
    var writer = GroupFieldWriter()
    writer.write(version)
    writer.write(raw: group)
    writer.write(raw: parent)
    writer.write(epoch)
    writer.write(author)
    deed.encode(into: &writer)
    writer.write(raw: commitment)
    writer.write(raw: result)
    return writer.plain
  }
}

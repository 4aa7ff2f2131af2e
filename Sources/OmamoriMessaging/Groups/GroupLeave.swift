import OmamoriCore
import OmamoriCrypto

/// A member's signed statement that it leaves; with it anybody may remove the member.
///
/// It counts only for a removal that begins an epoch after the one in which the member left, so that it changes nothing that
/// happened before, and only for one place: places are never given twice. A value; safe to share between threads.
struct GroupLeave: Sendable, Hashable {
  /// What is signed besides the group and the place, and the signature.
  struct Statement: Sendable, Hashable {
    /// The number of the epoch in which the member left.
    let epoch: UInt64
    /// The member's signature, 64 bytes.
    let signature: [UInt8]

    init(epoch: UInt64, signature: [UInt8]) { (self.epoch, self.signature) = (epoch, signature) }

    /// Writes the fields.
    func encode(into writer: inout GroupFieldWriter) {
      writer.write(epoch)
      writer.write(raw: signature)
    }

    /// Reads the fields.
    init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
      epoch = try reader.number()
      signature = try reader.bytes(GroupCipher.signatureSize)
    }
  }

  /// The group.
  let group: [UInt8]
  /// The member's place.
  let index: UInt16
  let statement: Statement

  init(group: [UInt8], index: UInt16, statement: Statement) {
    (self.group, self.index, self.statement) = (group, index, statement)
  }

  /// Makes the statement.
  init(
    group: [UInt8],
    index: UInt16,
    epoch: UInt64,
    signingKey: Curve25519.Signing.PrivateKey
  ) throws(MessagingError) {
    let signature = try GroupCipher.sign(.leaveSignature, Self.body(group, index, epoch), signingKey)
    self.init(group: group, index: index, statement: Statement(epoch: epoch, signature: signature))
  }

  /// Whether the signature belongs to a key.
  func isSigned(by key: [UInt8]) -> Bool {
    GroupCipher.verify(
      .leaveSignature, Self.body(group, index, statement.epoch), statement.signature, key)
  }

  private static func body(_ group: [UInt8], _ index: UInt16, _ epoch: UInt64) -> [UInt8] {
    group + GroupFieldWriter.bytes(of: index) + GroupFieldWriter.bytes(of: epoch)
  }
}

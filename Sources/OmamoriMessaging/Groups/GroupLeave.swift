import OmamoriCrypto

/// A member's signed statement that it leaves; with it anybody may remove the member.
///
/// Places are never given twice, so it is of no use after the member has come back. A value; safe to share between
/// threads.
struct GroupLeave: Sendable, Hashable {
  /// The group.
  let group: [UInt8]
  /// The member's place.
  let index: UInt16
  /// The member's signature, 64 bytes.
  let signature: [UInt8]

  init(group: [UInt8], index: UInt16, signature: [UInt8]) {
    (self.group, self.index, self.signature) = (group, index, signature)
  }

  /// Makes the statement.
  init(group: [UInt8], index: UInt16, signingKey: Curve25519.Signing.PrivateKey) throws(MessagingError) {
    let signature = try GroupCipher.sign(.leaveSignature, Self.body(group, index), signingKey)
    self.init(group: group, index: index, signature: signature)
  }

  /// Whether the signature belongs to a key.
  func isSigned(by key: [UInt8]) -> Bool {
    GroupCipher.verify(.leaveSignature, Self.body(group, index), signature, key)
  }

  private static func body(_ group: [UInt8], _ index: UInt16) -> [UInt8] {
    group + GroupFieldWriter.bytes(of: index)
  }
}

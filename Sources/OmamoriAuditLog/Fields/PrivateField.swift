/// A private field in a record: sealed, with a commitment that stays when the key is erased.
///
/// A value; safe to share between threads.
public struct PrivateField: Sendable, Hashable {
  /// The length of the parts other than the sealed bytes.
  static let overhead = 16 + 8 + 16 + 32
  /// What a sealed value is longer by: the salt of the commitment, the kind and the tag.
  static let sealing = 16 + 1 + 16

  /// What stands for the subject, the same in every record of one log, 16 bytes.
  public let subject: [UInt8]
  /// Which of the subject's keys it is sealed under, 8 bytes.
  public let key: [UInt8]
  /// What makes the field's key differ from all others, 16 bytes.
  public let nonce: [UInt8]
  /// The digest of salt, name and value, 32 bytes.
  public let commitment: [UInt8]
  /// The salt and the value, encrypted.
  public let sealed: [UInt8]
}

/// What an encrypted file says of itself to everybody, without any key.
///
/// Nothing of it is verified: whoever made or changed the file chose it. It tells the kinds of the recipients and their
/// number, never who they are, for the formats do not say it. A value; safe to share between threads.
public struct EncryptedFileSummary: Sendable, Hashable {
  /// The recipients of one kind.
  public struct RecipientGroup: Sendable, Hashable {
    /// The kind as the format names it, such as `X25519`; visible ASCII characters.
    public let kind: String
    /// How many there are.
    public let count: Int
  }

  /// What opens the file.
  public enum Protection: Sendable, Hashable {
    /// An identity of one of the recipients, who are grouped by kind in the order they first appear.
    case recipients([RecipientGroup])
    /// A password, and what each guess costs.
    case password(PasswordCost)
  }

  /// The format.
  public let format: EncryptedFileFormat
  /// The version of the format.
  public let version: Int
  /// What opens the file.
  public let protection: Protection
  /// The bytes before the first chunk, out of the armor.
  public let headerSize: UInt64
  /// The bytes of all chunks, out of the armor.
  public let payloadSize: UInt64
  /// The size of the file as it stands, in its armor if it has one; `nil` for an armored pipe.
  public let fileSize: UInt64?
  /// The bytes that decryption gives, going by the sizes; `nil` when the file has been cut off.
  public let plaintextSize: UInt64?

  /// The bytes that encryption added; `nil` when the file has been cut off, and for an armored pipe.
  public var overhead: UInt64? {
    guard let fileSize, let plaintextSize, fileSize >= plaintextSize else { return nil }
    return fileSize - plaintextSize
  }
}

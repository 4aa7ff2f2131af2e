public import OmamoriCore

/// What an encrypted token held.
///
/// It was not changed since it was encrypted. That says who encrypted it only when the key is a shared one: with a
/// public key everybody can encrypt. Prints as `<redacted>`. A value; safe to share between threads.
public struct DecryptedToken: Sendable {
  /// The content.
  public let content: Data
  /// How its key was encrypted.
  public let keyManagement: KeyManagementAlgorithm
  /// How the content was encrypted.
  public let contentEncryption: ContentEncryptionAlgorithm
  /// What kind of token it says it is (`typ` of the protected header), or `nil`.
  public let type: String?
  /// What kind of content it says it has (`cty` of the protected header), or `nil`; `JWT` for a nested token.
  public let contentType: String?
}

extension DecryptedToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// Always `<redacted>`.
  public var debugDescription: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

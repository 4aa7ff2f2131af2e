public import OmamoriCore

/// The name that a program finds a cryptographic key by (`kSecAttrApplicationTag`).
///
/// A value; safe to share between threads.
public struct KeyTag: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The bytes.
  public let data: Data

  /// Makes a tag of bytes.
  public init(_ data: Data) { self.data = data }

  /// Makes a tag of a text, as UTF-8.
  public init(_ text: String) { data = Data(text.utf8) }

  /// Makes a tag of a text, as UTF-8.
  public init(stringLiteral text: String) { self.init(text) }

  /// Where a new key waits until the old one has made room.
  var next: KeyTag { KeyTag(data + Data(".next".utf8)) }
  /// Where the key before the last rotation is kept.
  var previous: KeyTag { KeyTag(data + Data(".previous".utf8)) }
}

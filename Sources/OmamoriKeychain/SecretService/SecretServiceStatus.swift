#if !canImport(Darwin)
/// What can be said about a Secret Service before it is trusted with secrets.
///
/// A value; safe to share between threads.
public struct SecretServiceStatus: Sendable, Hashable {
  /// How a collection's file is kept.
  public enum Encryption: Sendable, Hashable, CaseIterable {
    /// Encrypted with the collection's password.
    case encrypted
    /// In clear: the collection has an empty password, and whoever can read the file has the secrets.
    case plainText
    /// The file was not found; the service keeps it somewhere else or not at all.
    case unknown
  }

  /// Whether the collection is locked.
  public let isLocked: Bool
  /// How the collection's file is kept.
  public let encryption: Encryption
  /// How many items this store holds; `nil` while the collection is locked.
  public let items: Int?
  /// How many items are stored twice, of which the newest is used; `nil` while the collection is locked.
  ///
  /// Removing such an item removes every copy; writing it is refused with ``KeychainError/corrupt(_:)``.
  public let duplicates: Int?
  /// How many items other programs keep in the collection; `nil` while the collection is locked.
  public let foreignItems: Int?
}
#endif

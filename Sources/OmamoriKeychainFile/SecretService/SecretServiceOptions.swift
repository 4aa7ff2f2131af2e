public import OmamoriKeychain

/// How a ``SecretServiceKeychain`` uses the desktop's Secret Service.
public struct SecretServiceOptions: Sendable, Hashable {
  /// The alias of the collection.
  ///
  /// Where the alias `default` names none, the collection `login` is used.
  public var collection: String
  /// Whether services, accounts and groups are stored as keyed hashes, so that a locked collection shows none of them.
  ///
  /// Desktop keyrings show labels and attributes while they are locked, and keep them in their files in clear or as
  /// plain hashes. Items that were stored with one setting are not found with the other.
  public var hidesNames: Bool
  /// The access groups that may be used.
  public var accessGroups: AccessGroups
  /// The address of the bus; `nil` for the session's.
  public var busAddress: String?
  /// The longest wait for each answer of the service.
  public var timeout: Duration

  /// The default collection of the session's service, with hidden names and a patience of ten seconds.
  public static let standard = SecretServiceOptions()

  /// Makes options; what is left out is as in ``standard``.
  public init(
    collection: String = "default",
    hidesNames: Bool = true,
    accessGroups: AccessGroups = .every,
    busAddress: String? = nil,
    timeout: Duration = .seconds(10)
  ) {
    (self.collection, self.hidesNames, self.accessGroups) = (collection, hidesNames, accessGroups)
    (self.busAddress, self.timeout) = (busAddress, timeout)
  }
}

/// What can be said about a Secret Service before it is trusted with secrets.
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
  /// Removing such an item removes every copy; writing it is refused with `KeychainError.corrupt(_:)`.
  public let duplicates: Int?
  /// How many items other programs keep in the collection; `nil` while the collection is locked.
  public let foreignItems: Int?
}

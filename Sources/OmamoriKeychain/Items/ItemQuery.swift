/// Which items are meant.
///
/// All conditions hold together.
public struct ItemQuery: Sendable, Hashable {
  /// Whether synchronizable items are meant.
  public enum Synchronizable: Sendable, Hashable, CaseIterable {
    /// Only items that are not synchronizable, as Apple's keychain does when nothing is said.
    case no
    /// Only synchronizable items.
    case yes
    /// Both.
    case any
  }

  /// How many items a search gives.
  public enum Limit: Sendable, Hashable {
    /// One, any of those that match.
    case one
    /// At most so many.
    case count(Int)
    /// All.
    case all
  }

  /// The class; `nil` only together with ``reference``.
  public var itemClass: ItemClass?
  /// The values that attributes must have.
  public var attributes: ItemAttributes
  /// The access group; `nil` for every one that the caller may use.
  public var accessGroup: String?
  /// Whether synchronizable items are meant.
  public var synchronizable: Synchronizable
  /// The item with this persistent reference; no other condition may be given beside it.
  public var reference: PersistentReference?
  /// How many items a search gives.
  ///
  /// Ignored by updates and removals, which are for all that match.
  public var limit: Limit

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - itemClass: The class.
  ///   - attributes: The values that attributes must have.
  ///   - accessGroup: The access group; `nil` for every one that the caller may use.
  ///   - synchronizable: Whether synchronizable items are meant.
  ///   - limit: How many items a search gives.
  public init(
    _ itemClass: ItemClass,
    _ attributes: ItemAttributes = [:],
    accessGroup: String? = nil,
    synchronizable: Synchronizable = .no,
    limit: Limit = .one
  ) {
    (self.itemClass, self.attributes, self.accessGroup) = (itemClass, attributes, accessGroup)
    (self.synchronizable, self.limit) = (synchronizable, limit)
  }

  /// Makes a query for the one item with this persistent reference.
  public init(_ reference: PersistentReference) {
    (itemClass, attributes, accessGroup, synchronizable, limit) = (nil, [:], nil, .any, .one)
    self.reference = reference
  }
}

/// The kind of an item, as Apple's keychain has it.
///
/// The raw values are those of `kSecClass`.
///
/// Source: <https://developer.apple.com/documentation/security/item-class-keys-and-values>.
public enum ItemClass: String, Sendable, Hashable, CaseIterable {
  /// A secret of a service and an account.
  case genericPassword = "genp"
  /// A secret of an account on a server.
  case internetPassword = "inet"
  /// An X.509 certificate.
  case certificate = "cert"
  /// A cryptographic key.
  case key = "keys"
  /// A certificate together with its private key; found by joining the two, never stored.
  case identity = "idnt"
}

/// Whether an item is meant for the person's other devices.
public enum Synchronization: Sendable, Hashable, CaseIterable {
  /// The item is for this store alone.
  case local
  /// The item is marked to be synchronized, and nothing synchronizes it yet: it exists in this store alone.
  case notSynchronized
  /// The item is marked to be synchronized and the system takes care of it.
  case synchronized

  /// Whether the item is marked to be synchronized; part of its primary key.
  public var isRequested: Bool { self != .local }
}

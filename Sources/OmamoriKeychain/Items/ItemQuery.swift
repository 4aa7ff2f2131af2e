/// Which items are meant.
///
/// All conditions hold together. A value; safe to share between threads.
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

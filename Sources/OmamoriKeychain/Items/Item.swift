public import OmamoriCore

/// An item as a store found it.
///
/// A value; safe to share between threads.
public struct Item: Sendable {
  /// The item's class.
  public let itemClass: ItemClass
  /// The attributes, with the dates that the store set.
  public let attributes: ItemAttributes
  /// The access group.
  public let accessGroup: String
  /// Whether the item is meant for the person's other devices, and what becomes of that.
  public let synchronization: Synchronization
  /// When the secret can be used.
  public let accessibility: ItemAccessibility
  /// Who has to prove to be there; `nil` for nobody.
  public let accessControl: AccessControl?
  /// What the access control is worth.
  public let protection: ItemProtection
  /// The name that stays the same while the item is changed.
  public let reference: PersistentReference
  /// The state of the item.
  public let version: ItemVersion
  /// The secret; `nil` when it was not asked for or the item has none.
  public let secret: SharedSecretBytes?

  /// Makes an item; for stores.
  ///
  /// - Parameters:
  ///   - item: What was stored.
  ///   - accessGroup: The access group.
  ///   - synchronization: Whether the item is meant for other devices, and what becomes of that.
  ///   - protection: What the access control is worth.
  ///   - reference: The persistent reference.
  ///   - version: The state.
  ///   - secret: The secret, when it was asked for.
  public init(
    _ item: NewItem,
    accessGroup: String,
    synchronization: Synchronization,
    protection: ItemProtection,
    reference: PersistentReference,
    version: ItemVersion,
    secret: SharedSecretBytes?
  ) {
    (itemClass, attributes, self.accessGroup) = (item.itemClass, item.attributes, accessGroup)
    (accessibility, accessControl) = (item.accessibility, item.accessControl)
    (self.synchronization, self.protection) = (synchronization, protection)
    (self.reference, self.version, self.secret) = (reference, version, secret)
  }
}

public import OmamoriCore

/// An item to be stored.
///
/// A value; safe to share between threads.
public struct NewItem: Sendable {
  /// The item's class; ``ItemClass/identity`` cannot be stored.
  public var itemClass: ItemClass
  /// The attributes; those of the primary key that are missing count as empty.
  public var attributes: ItemAttributes
  /// The secret; `nil` for an item that has none.
  public var secret: SharedSecretBytes?
  /// The access group; `nil` for the store's default one.
  public var accessGroup: String?
  /// Whether the item is meant for the person's other devices.
  public var isSynchronizable: Bool
  /// When the secret can be used.
  ///
  /// Ignored where ``accessControl`` is given, which says it itself.
  public var accessibility: ItemAccessibility
  /// Who has to prove to be there; `nil` for nobody.
  public var accessControl: AccessControl?

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - itemClass: The item's class.
  ///   - attributes: The attributes.
  ///   - secret: The secret.
  ///   - accessGroup: The access group; `nil` for the default one.
  ///   - isSynchronizable: Whether the item is meant for the person's other devices.
  ///   - accessibility: When the secret can be used.
  ///   - accessControl: Who has to prove to be there.
  public init(
    _ itemClass: ItemClass,
    _ attributes: ItemAttributes,
    secret: SharedSecretBytes?,
    accessGroup: String? = nil,
    isSynchronizable: Bool = false,
    accessibility: ItemAccessibility = .whenUnlocked,
    accessControl: AccessControl? = nil
  ) {
    (self.itemClass, self.attributes, self.secret) = (itemClass, attributes, secret)
    (self.accessGroup, self.isSynchronizable) = (accessGroup, isSynchronizable)
    (self.accessibility, self.accessControl) = (accessControl?.accessibility ?? accessibility, accessControl)
  }
}

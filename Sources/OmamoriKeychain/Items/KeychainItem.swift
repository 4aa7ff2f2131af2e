public import OmamoriCore

/// An item as a store found it.
public struct KeychainItem: Sendable {
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

/// An item to be stored.
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

/// What an update changes; everything that is not given stays.
public struct ItemChanges: Sendable {
  /// The attributes to set.
  public var attributes: ItemAttributes
  /// The secret to set; `nil` keeps it.
  public var secret: SharedSecretBytes?
  /// The access group to move to; `nil` keeps it.
  public var accessGroup: String?
  /// Whether the item is to be synchronizable; `nil` keeps it.
  public var isSynchronizable: Bool?
  /// The accessibility to set; `nil` keeps it.
  public var accessibility: ItemAccessibility?
  /// The access control to set; `nil` keeps it.
  public var accessControl: AccessControl?

  /// Makes changes.
  ///
  /// - Parameters:
  ///   - attributes: The attributes to set.
  ///   - secret: The secret to set.
  ///   - accessGroup: The access group to move to.
  ///   - isSynchronizable: Whether the item is to be synchronizable.
  ///   - accessibility: The accessibility to set.
  ///   - accessControl: The access control to set.
  public init(
    attributes: ItemAttributes = [:],
    secret: SharedSecretBytes? = nil,
    accessGroup: String? = nil,
    isSynchronizable: Bool? = nil,
    accessibility: ItemAccessibility? = nil,
    accessControl: AccessControl? = nil
  ) {
    (self.attributes, self.secret, self.accessGroup) = (attributes, secret, accessGroup)
    (self.isSynchronizable, self.accessibility) = (isSynchronizable, accessibility)
    self.accessControl = accessControl
  }

  /// Whether nothing is to be changed.
  public var isEmpty: Bool {
    attributes.values.isEmpty && secret == nil && accessGroup == nil && isSynchronizable == nil
      && accessibility == nil && accessControl == nil
  }
}

/// Names one state of an item, so that it is replaced only while it is still in that state.
public struct ItemVersion: Sendable, Hashable {
  /// The bytes, which mean something to the store that made them only.
  public let data: Data

  /// Takes bytes that a store gave out.
  public init(data: Data) { self.data = data }
}

/// A name of an item that stays the same while the item is changed, renamed or moved, and ends with it.
public struct PersistentReference: Sendable, Hashable {
  /// The longest reference, in bytes.
  package static let greatestSize = 512

  /// The bytes, which mean something to the store that made them only.
  public let data: Data

  /// Takes bytes that a store gave out; `nil` when there are none or more than 512.
  public init?(data: Data) {
    guard (1...Self.greatestSize).contains(data.count) else { return nil }
    self.data = data
  }
}

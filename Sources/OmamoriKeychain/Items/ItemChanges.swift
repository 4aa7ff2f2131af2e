public import OmamoriCore

/// What an update changes; everything that is not given stays.
///
/// A value; safe to share between threads.
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

#if !canImport(Darwin)
import OmamoriCore

/// What is sealed as the metadata of an item: everything but the secret.
///
/// A value; safe to share between threads.
struct ItemRecord: Sendable, Equatable {
  /// The item's class.
  var itemClass: ItemClass
  /// The attributes, with the dates.
  var attributes: ItemAttributes
  /// The access group.
  var accessGroup: String
  /// Whether the item is meant for other devices.
  var isSynchronizable: Bool
  /// When the secret can be used.
  var accessibility: ItemAccessibility
  /// Who has to prove to be there.
  var accessControl: AccessControl?
  /// What the access control is worth.
  var protection: ItemProtection = .none
  /// The length of the secret in bytes; `nil` when there is none.
  var secretLength: Int?

  /// The record as an item of the public interface.
  ///
  /// - Parameters:
  ///   - reference: The persistent reference.
  ///   - version: The state.
  ///   - secret: The secret, when it was asked for.
  /// - Returns: The item.
  func item(
    _ reference: PersistentReference, _ version: ItemVersion, secret: SharedSecretBytes? = nil
  ) -> Item {
    let content = NewItem(
      itemClass, attributes, secret: nil, accessGroup: accessGroup, isSynchronizable: isSynchronizable,
      accessibility: accessibility, accessControl: accessControl)
    return Item(
      content, accessGroup: accessGroup, synchronization: isSynchronizable ? .notSynchronized : .local,
      protection: protection, reference: reference, version: version, secret: secret)
  }
}
#endif

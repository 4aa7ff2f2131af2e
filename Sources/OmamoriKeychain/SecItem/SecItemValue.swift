package import OmamoriCore

/// A value of the dictionaries that Apple's `SecItem` functions take and give.
///
/// A value; safe to share between threads.
package enum SecItemValue: Sendable, Equatable {
  /// The value of an attribute, the name of an access group included.
  case attribute(AttributeValue)
  /// A class.
  case itemClass(ItemClass)
  /// An accessibility.
  case accessible(ItemAccessibility)
  /// An access control; one without constraints says the accessibility alone.
  case accessControl(AccessControl)
  /// Whether items are synchronizable, as a condition or as a value; `any` is a condition only.
  case synchronizable(ItemQuery.Synchronizable)
  /// A secret; `nil` for none.
  case secret(SharedSecretBytes?)
  /// An object made of a certificate's DER.
  case certificate(SharedSecretBytes)
  /// An object made of a key's external representation.
  case key(SecItemKeyMaterial)
  /// A persistent reference.
  case persistentReference(PersistentReference)
  /// How many items are given.
  case limit(ItemQuery.Limit)
  /// Yes.
  case yes
  /// The authentication context of the operation.
  case context
  /// `kSecUseAuthenticationUIFail`: an item that needs a person or a password is refused.
  case fail
}

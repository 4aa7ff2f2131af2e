/// A key of the dictionaries that Apple's `SecItem` functions take and give.
///
/// A value; safe to share between threads.
package enum SecItemKey: Sendable, Hashable {
  /// `kSecClass`.
  case itemClass
  /// One of the attributes that describe an item.
  case attribute(ItemAttribute)
  /// `kSecAttrAccessGroup`.
  case accessGroup
  /// `kSecAttrSynchronizable`.
  case synchronizable
  /// `kSecAttrAccessible`; never a condition, since it is no part of what tells items apart.
  case accessible
  /// `kSecAttrAccessControl`; never a condition.
  case accessControl
  /// `kSecValueData`.
  case data
  /// `kSecValueRef`: a certificate or a key.
  case reference
  /// `kSecValuePersistentRef`.
  case persistentReference
  /// `kSecMatchLimit`.
  case limit
  /// `kSecReturnData`.
  case returnData
  /// `kSecReturnAttributes`.
  case returnAttributes
  /// `kSecReturnPersistentRef`.
  case returnPersistentReference
  /// `kSecUseDataProtectionKeychain`.
  case useDataProtectionKeychain
  /// `kSecUseAuthenticationContext`.
  case authenticationContext
  /// `kSecUseAuthenticationUI`.
  case authenticationUI
}

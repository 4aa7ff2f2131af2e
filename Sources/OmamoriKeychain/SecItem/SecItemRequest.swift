import OmamoriCore

/// A call of one of Apple's four `SecItem` functions.
///
/// A value; safe to share between threads.
package enum SecItemRequest: Sendable, Equatable {
  /// `SecItemAdd`.
  case add(SecItemDictionary)
  /// `SecItemCopyMatching`.
  case copyMatching(SecItemDictionary)
  /// `SecItemUpdate`: what to look for, and what to set.
  case update(SecItemDictionary, SecItemDictionary)
  /// `SecItemDelete`.
  case delete(SecItemDictionary)
}

/// What a `SecItem` function answered.
///
/// A value; safe to share between threads.
package struct SecItemReply: Sendable {
  /// The status.
  package let status: Int32
  /// The items, as far as they were asked for.
  package let items: [SecItemDictionary]

  /// The secret of the first item; `nil` for none.
  var secret: SharedSecretBytes? {
    guard case .secret(let secret?)? = items.first?[.data], secret.count > 0 else { return nil }
    return secret
  }

  /// Makes an answer.
  package init(_ status: Int32, _ items: [SecItemDictionary] = []) {
    (self.status, self.items) = (status, items)
  }
}

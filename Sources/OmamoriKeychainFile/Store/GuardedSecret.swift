import OmamoriCore
import OmamoriKeychain

/// A secret that was sealed with a key of its own, and what leads to that key when an access control is fulfilled.
struct GuardedSecret: Sendable {
  /// What leads to the key.
  let material: SharedSecretBytes
  /// The sealed secret.
  let body: [UInt8]
  /// The length of the secret in bytes; `nil` when there is none.
  let length: Int?
  /// What the access control is worth.
  let protection: ItemProtection
  /// The state of the item that it was made for; `nil` for any.
  var expected: RowHead?

  /// The same, for one state of an item only.
  func expecting(_ head: RowHead) -> GuardedSecret {
    var copy = self
    copy.expected = head
    return copy
  }
}

extension FoundRow.Secret {
  /// The secret, to be sealed again as it is.
  var forSealing: NewSecret {
    switch self {
    case .none: .none
    case .value(let secret): .plain(secret)
    case .guarded(let material, let body): .guarded(material: material, body: body)
    }
  }
}

extension ItemRecord {
  /// The record of a new item, without what the store adds.
  init(_ item: NewItem, group: String) {
    self.init(
      itemClass: item.itemClass, attributes: item.attributes, accessGroup: group,
      isSynchronizable: item.isSynchronizable, accessibility: item.accessibility,
      accessControl: item.accessControl)
  }
}

extension RowIdentifier {
  /// A new number.
  ///
  /// - Throws: `KeychainError.backend(code:)` when the system gives no random bytes.
  static func random() throws(KeychainError) -> RowIdentifier {
    try Sealing.withRandom(byteCount) { bytes throws(KeychainError) in RowIdentifier(bytes) }
  }
}

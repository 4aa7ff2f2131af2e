import OmamoriCore

/// The version of an item in Apple's keychain, which has none of its own.
///
/// It is kept in `kSecAttrDescription`, which is reserved for it: passwords of both kinds have this attribute, and
/// `SecItemUpdate` with the old version among its conditions changes the item only while it still has it. Items that
/// other code wrote have no version, and certificates and keys have no such attribute. A value; safe to share between
/// threads.
package struct SecItemVersion: Sendable, Hashable {
  /// The attribute that holds it.
  package static let attribute = ItemAttribute.description
  private static let prefix = "omamori:"
  private static let size = 16

  /// The attribute's value.
  package let text: String

  /// Makes a version that no item has had.
  ///
  /// - Throws: ``KeychainError/backend(code:)`` when the system has no randomness.
  package static func fresh() throws(KeychainError) -> SecItemVersion {
    do {
      return SecItemVersion(text: prefix + Base64URL.encode(try SystemRandomness().bytes(count: size)))
    } catch { throw .backend(code: 0) }
  }

  private init(text: String) { self.text = text }

  /// Reads the attribute; `nil` when other code wrote it.
  package init?(_ text: String?) {
    guard let text, text.hasPrefix(Self.prefix) else { return nil }
    self.text = text
  }

  /// Reads a version that was given out; `nil` when the item had none.
  package init?(_ version: ItemVersion) {
    self.init(String(bytes: version.data, encoding: .utf8))
  }

  /// The version to give out of an item that has this one or none.
  package static func given(_ version: SecItemVersion?) -> ItemVersion {
    ItemVersion(data: Data((version?.text ?? "").utf8))
  }

  /// Whether items of a class can have a version.
  package static func isSupported(by itemClass: ItemClass) -> Bool {
    itemClass.attributes.contains(attribute)
  }
}

import SwiftSyntax

/// The queries of a file that add items to the Keychain, as far as they can be followed.
struct KeychainQuery {
  /// The call of `SecItemAdd`.
  let call: Call
  /// What is known of its dictionary.
  let attributes: TrackedDictionary

  /// The queries of every `SecItemAdd` in `source` whose dictionary can be followed.
  static func additions(in source: SwiftSource) -> [KeychainQuery] {
    source.facts.calls("SecItemAdd").compactMap { call in
      guard let argument = call.arguments.first?.value,
        let attributes = source.dictionary(argument, in: call.scope), !attributes.entries.isEmpty
      else { return nil }
      return KeychainQuery(call: call, attributes: attributes)
    }
  }

  /// The accessibility class, or `nil` when none is set or it is not known.
  var accessibility: String? { attributes["kSecAttrAccessible"]?.symbol }

  /// Whether the item is a certificate, which is public.
  var isCertificate: Bool { attributes["kSecClass"]?.symbol == "kSecClassCertificate" }

  /// The bytes to point at: the entry for `key` if it stands in the file, otherwise the call.
  func range(of key: String) -> Range<Int> { attributes.entry(key)?.range ?? call.range }

  /// The name of the item as the query gives it, for messages.
  var itemName: String {
    let name = attributes["kSecAttrAccount"]?.string ?? attributes["kSecAttrService"]?.string
    return name.map { "\"\($0)\"" } ?? "the item"
  }

  /// The same in Japanese.
  var itemNameInJapanese: String {
    let name = attributes["kSecAttrAccount"]?.string ?? attributes["kSecAttrService"]?.string
    return name.map { "「\($0)」" } ?? "項目"
  }
}

import AuditEngine
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

  /// The accessibility classes that the item may get, with where they are set.
  var accessibilities: [(name: String, entry: TrackedDictionary.Entry)] {
    attributes.entries(for: "kSecAttrAccessible").flatMap { entry in
      entry.value.alternatives.compactMap { value in value.symbol.map { ($0, entry) } }
    }
  }

  /// Whether the item is bound to this device on every path.
  var isBoundToDevice: Bool {
    if attributes.alwaysContains(anyOf: ["kSecAttrAccessControl"]) { return true }
    let values = attributes.entries(for: "kSecAttrAccessible").flatMap(\.value.alternatives)
    return attributes.alwaysContains(anyOf: ["kSecAttrAccessible"])
      && values.allSatisfy { $0.symbol?.hasSuffix("ThisDeviceOnly") == true }
  }

  /// Whether the item is a certificate, which is public.
  var isCertificate: Bool { attributes["kSecClass"]?.symbol == "kSecClassCertificate" }

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

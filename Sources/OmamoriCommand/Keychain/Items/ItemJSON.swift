#if !canImport(Darwin)
import OmamoriCore
import OmamoriKeychain

/// What is known of an item, as JSON; never its secret.
enum ItemJSON {
  /// The item as an object.
  static func value(of item: Item) -> JSONValue {
    var object: JSONObject = [
      "class": .string(ItemClassWord(item.itemClass).rawValue), "group": .string(item.accessGroup),
      "accessible": .string(AccessibilityWord(item.accessibility).rawValue),
      "synchronizable": .bool(item.synchronization.isRequested), "protection": .string("\(item.protection)"),
      "reference": .string(Base64URL.encode(item.reference.data)),
    ]
    for (attribute, value) in item.attributes.values.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      object["\(attribute)"] = Self.value(of: value)
    }
    return .object(object)
  }

  private static func value(of value: AttributeValue) -> JSONValue {
    switch value {
    case .text(let text): .string(text)
    case .data(let data): .string(Base64URL.encode(data))
    case .number(let number): .integer(number)
    case .flag(let flag): .bool(flag)
    case .date(let date): .string(date.formatted(.iso8601))
    }
  }
}
#endif

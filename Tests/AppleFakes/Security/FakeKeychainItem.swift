import Foundation

/// An attribute's value, as a type that can be compared and sent between threads.
enum AttributeValue: Hashable, Sendable {
  case text(String)
  case bytes(Data)
  case number(Int)
  case flag(Bool)
  case date(Date)

  /// Reads a dictionary's value; the key decides the type.
  init(_ value: Any, for key: AttributeKey) throws(Refusal) {
    let read: AttributeValue? =
      switch key {
      case .generic: (value as? Data).map(AttributeValue.bytes)
      case .creator, .type, .port: (value as? Int).map(AttributeValue.number)
      case .isInvisible, .isNegative, .synchronizable: (value as? Bool).map(AttributeValue.flag)
      case .creationDate, .modificationDate: (value as? Date).map(AttributeValue.date)
      default: (value as? String).map(AttributeValue.text)
      }
    guard let read else { throw Refusal(errSecParam) }
    self = read
  }

  /// The value as a dictionary holds it.
  var object: Any {
    switch self {
    case .text(let text): text
    case .bytes(let data): data
    case .number(let number): number
    case .flag(let flag): flag
    case .date(let date): date
    }
  }
}

/// A stored password.
struct Item: Sendable {
  let itemClass: ItemClass
  let persistentReference: Data
  var data: Data
  var attributes: [AttributeKey: AttributeValue]
  var accessibility: Accessibility
  var accessControl: SecAccessControl?

  /// What no other item may have: the class, the access group, synchronizability and the class's own keys.
  var identity: [AttributeValue?] {
    let keys = [.accessGroup, .synchronizable] + itemClass.primaryKeys
    return [.text(itemClass.rawValue)] + keys.map { attributes[$0] }
  }

  /// The item's attributes as `kSecReturnAttributes` gives them.
  var dictionary: [CFString: Any] {
    var result: [CFString: Any] = [
      kSecClass: itemClass.constant, kSecAttrAccessible: accessibility.constant,
    ]
    for (key, value) in attributes { result[key.constant] = value.object }
    if let accessControl { result[kSecAttrAccessControl] = accessControl }
    return result
  }
}

import Foundation
import OmamoriCore
import OmamoriKeychain
import Security

extension SecItemDictionary {
  /// Reads what `SecItemCopyMatching` or `SecItemAdd` gave: a dictionary, the data of one item, or an array of either.
  static func items(in result: CFTypeRef?) -> [SecItemDictionary] {
    switch result {
    case let dictionaries as [[CFString: Any]]: dictionaries.map(SecItemDictionary.init(found:))
    case let dictionary as [CFString: Any]: [SecItemDictionary(found: dictionary)]
    case let data as Data: [[.data: .secret(SharedSecretBytes(SecretBytes(copying: data)))]]
    default: []
    }
  }

  /// Reads an item's attributes; what is unknown or of another kind than documented is left out.
  private init(found: [CFString: Any]) {
    self.init()
    if let name = found[kSecClass] as? String {
      self[.itemClass] = ItemClass(rawValue: name).map(SecItemValue.itemClass)
    }
    if let group = found[kSecAttrAccessGroup] as? String { self[.accessGroup] = .attribute(.text(group)) }
    if let name = found[kSecAttrAccessible] as? String {
      self[.accessible] = ItemAccessibility(rawValue: name).map(SecItemValue.accessible)
    }
    if let isSynchronizable = found[kSecAttrSynchronizable] as? Bool {
      self[.synchronizable] = .synchronizable(isSynchronizable ? .yes : .no)
    }
    if let data = found[kSecValuePersistentRef] as? Data {
      self[.persistentReference] = PersistentReference(data: data).map(SecItemValue.persistentReference)
    }
    for attribute in ItemAttribute.allCases {
      guard let object = found[attribute.constant] else { continue }
      self[.attribute(attribute)] = AttributeValue(object, attribute.kind).map(SecItemValue.attribute)
    }
  }
}

extension AttributeValue {
  /// Reads a value of a kind; `nil` when it is of another.
  fileprivate init?(_ object: Any, _ kind: AttributeKind) {
    let read: AttributeValue? =
      switch kind {
      case .text: (object as? String).map(AttributeValue.text)
      case .data: (object as? Data).map(AttributeValue.data)
      // Kinds of keys come as strings of digits from some releases.
      case .number:
        (object as? Int).map(Int64.init).map(AttributeValue.number)
          ?? (object as? String).flatMap(Int64.init(_:)).map(AttributeValue.number)
      case .flag: (object as? Bool).map(AttributeValue.flag)
      case .date: (object as? Date).map(AttributeValue.date)
      }
    guard let read else { return nil }
    self = read
  }
}

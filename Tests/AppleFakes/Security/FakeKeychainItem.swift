internal import Foundation

/// An attribute's value, as a type that can be compared and sent between threads.
enum AttributeValue: Equatable, Sendable {
  case text(String)
  case bytes(Data)
  case number(Int)
  case flag(Bool)
  case date(Date)

  /// Apple compares digests of the UTF-8, so letters written in two ways are two texts.
  static func == (left: AttributeValue, right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): Array(left.utf8) == Array(right.utf8)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.flag(let left), .flag(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    default: false
    }
  }

  /// Reads a dictionary's value; the key decides the type.
  init(_ value: Any, for key: AttributeKey) throws(Refusal) {
    let read: AttributeValue? =
      switch key {
      case .generic, .issuer, .serialNumber, .subject, .subjectKeyID, .publicKeyHash, .applicationLabel,
        .applicationTag:
        (value as? Data).map(AttributeValue.bytes)
      // The constants for kinds of keys are strings of digits.
      case .keyClass, .type:
        ((value as? Int) ?? (value as? String).flatMap { Int($0) }).map(AttributeValue.number)
      case .creator, .port, .certificateType, .keySizeInBits, .effectiveKeySize:
        (value as? Int).map(AttributeValue.number)
      case .isInvisible, .isNegative, .synchronizable, .isPermanent, .canEncrypt, .canDecrypt, .canDerive,
        .canSign, .canVerify, .canWrap, .canUnwrap:
        (value as? Bool).map(AttributeValue.flag)
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

/// A stored item.
struct Item: Sendable {
  let itemClass: ItemClass
  let persistentReference: Data
  var data: Data
  var attributes: [AttributeKey: AttributeValue]
  var accessibility: Accessibility
  var accessControl: SecAccessControl?
  /// The item's own password, where its access control asks for one.
  var applicationPassword: Data?
  /// Whether it was bound to fingers or a face that are not enrolled any more.
  var isInvalidated = false

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

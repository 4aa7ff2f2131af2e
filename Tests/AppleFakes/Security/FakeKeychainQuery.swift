internal import Foundation

/// A keychain dictionary, read and checked.
struct Query {
  var itemClass: ItemClass?
  var attributes: [AttributeKey: AttributeValue] = [:]
  var accessibility: Accessibility?
  var accessControl: SecAccessControl?
  var data: Data?
  var persistentReference: Data?
  var reference: Object?
  var matchesAnySynchronizable = false
  var limit: Limit?
  var results: Results = []
  var skipsProtectedItems = false
  var refusesProtectedItems = false
  var authenticationContext: (any FakeAuthenticationContext)?
  var usesDataProtectionKeychain = false

  /// How many items a search gives.
  enum Limit: Equatable {
    case one, all
    case number(Int)

    /// The greatest number of items.
    var count: Int {
      switch self {
      case .one: 1
      case .all: .max
      case .number(let number): number
      }
    }
  }

  /// What a search gives of each item.
  struct Results: OptionSet {
    let rawValue: Int
    static let data = Self(rawValue: 1)
    static let attributes = Self(rawValue: 2)
    static let persistentReference = Self(rawValue: 4)
  }

  /// Reads a dictionary.
  ///
  /// A key of four letters that is no attribute of the item's class gives `errSecNoSuchAttr`; another unknown key and a
  /// value of a wrong type give `errSecParam`.
  init(_ dictionary: CFDictionary) throws(Refusal) {
    for (name, value) in dictionary {
      guard let name = name as? String, let key = AttributeKey(rawValue: name) else {
        throw Refusal((name as? String)?.count == 4 ? errSecNoSuchAttr : errSecParam)
      }
      try read(value, for: key)
    }
    if let reference { try fill(from: reference) }
    if let itemClass, !itemClass.attributes.isSuperset(of: attributes.keys) {
      throw Refusal(errSecNoSuchAttr)
    }
  }

  /// An object, and the data and attributes that the keychain reads from it.
  struct Object {
    let itemClass: ItemClass
    let data: Data
    let attributes: [AttributeKey: AttributeValue]
  }

  private mutating func fill(from object: Object) throws(Refusal) {
    guard itemClass ?? object.itemClass == object.itemClass, data == nil else { throw Refusal(errSecParam) }
    itemClass = object.itemClass
    attributes.merge(object.attributes) { given, _ in given }
  }

  private static func object(_ value: Any) throws(Refusal) -> Object {
    if let certificate = value as? SecCertificate {
      guard let attributes = certificate.attributes else { throw Refusal(errSecDecode) }
      return Object(itemClass: .certificate, data: certificate.der, attributes: attributes)
    }
    if let key = value as? SecKey {
      return Object(itemClass: .key, data: key.data, attributes: key.attributes)
    }
    throw Refusal(errSecParam)
  }

  private mutating func read(_ value: Any, for key: AttributeKey) throws(Refusal) {
    switch key {
    case .itemClass: itemClass = try Self.itemClass(value)
    case .data: data = try Self.cast(value)
    case .persistentReference: persistentReference = try Self.cast(value)
    case .reference: reference = try Self.object(value)
    case .accessControl: accessControl = try Self.cast(value)
    case .accessible: accessibility = try Self.member(value, Accessibility.init(rawValue:))
    case .synchronizable where value as? String == kSecAttrSynchronizableAny as String:
      matchesAnySynchronizable = true
    case .matchLimit: limit = try Self.limit(value)
    case .returnData: try request(.data, value)
    case .returnAttributes: try request(.attributes, value)
    case .returnPersistentReference: try request(.persistentReference, value)
    case .useDataProtectionKeychain: usesDataProtectionKeychain = try Self.cast(value)
    case .authenticationUI:
      skipsProtectedItems = value as? String == kSecUseAuthenticationUISkip as String
      refusesProtectedItems = value as? String == "u_AuthUIF"
    case .authenticationContext:
      let context: any FakeAuthenticationContext = try Self.cast(value)
      // SecItem.m asks the context for this before anything else, whatever the item needs.
      guard context.externalizedContext != nil else { throw Refusal(errSecAuthFailed) }
      authenticationContext = context
    default: attributes[key] = try AttributeValue(value, for: key)
    }
  }

  private mutating func request(_ result: Results, _ value: Any) throws(Refusal) {
    if try Self.cast(value) { results.insert(result) }
  }

  private static func itemClass(_ value: Any) throws(Refusal) -> ItemClass {
    let name: String = try cast(value)
    if let known = ItemClass(rawValue: name) { return known }
    throw Refusal(name == kSecClassIdentity as String ? errSecUnimplemented : errSecParam)
  }

  private static func limit(_ value: Any) throws(Refusal) -> Limit {
    if let number = value as? Int, number > 0 { return .number(number) }
    let name: String = try cast(value)
    if name == kSecMatchLimitOne as String { return .one }
    if name == kSecMatchLimitAll as String { return .all }
    throw Refusal(errSecParam)
  }

  private static func member<Value>(_ value: Any, _ make: (String) -> Value?) throws(Refusal) -> Value {
    guard let made = make(try cast(value)) else { throw Refusal(errSecParam) }
    return made
  }

  private static func cast<Value>(_ value: Any) throws(Refusal) -> Value {
    guard let value = value as? Value else { throw Refusal(errSecParam) }
    return value
  }
}

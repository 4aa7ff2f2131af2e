/// A dictionary for Apple's `SecItem` functions, as a value that keeps the order in which it was written.
package struct SecItemDictionary: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A key and its value.
  package struct Pair: Sendable, Equatable {
    /// The key.
    package let key: SecItemKey
    /// The value.
    package let value: SecItemValue
  }

  /// The pairs, each key once.
  package private(set) var pairs: [Pair] = []

  /// Makes a dictionary of pairs; of two with one key the last counts.
  package init(dictionaryLiteral elements: (SecItemKey, SecItemValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// The value of a key, or `nil` when there is none.
  package subscript(key: SecItemKey) -> SecItemValue? {
    get { pairs.first { $0.key == key }?.value }
    set {
      pairs.removeAll { $0.key == key }
      if let newValue { pairs.append(Pair(key: key, value: newValue)) }
    }
  }

  /// The keys in order.
  package var keys: [SecItemKey] { pairs.map(\.key) }

  /// Takes over attributes, in the order of their names.
  package mutating func merge(_ attributes: ItemAttributes) {
    for (attribute, value) in attributes.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      self[.attribute(attribute)] = .attribute(value)
    }
  }
}

// The dictionaries of the queries: what is looked for, and never how it is protected.

extension SecItemDictionary {
  /// What every query says: the keychain that all of Apple's systems have.
  private static let common: SecItemDictionary = [.useDataProtectionKeychain: .yes]

  /// What a query looks for.
  package static func conditions(_ query: ItemQuery) -> SecItemDictionary {
    if let reference = query.reference { return conditions(reference) }
    var dictionary = common
    dictionary[.itemClass] = query.itemClass.map(SecItemValue.itemClass)
    dictionary.merge(query.attributes)
    dictionary[.accessGroup] = query.accessGroup.map { .attribute(.text($0)) }
    dictionary[.synchronizable] = .synchronizable(query.synchronizable)
    return dictionary
  }

  /// The one item with a persistent reference, beside which no other condition is allowed.
  package static func conditions(_ reference: PersistentReference) -> SecItemDictionary {
    var dictionary = common
    dictionary[.persistentReference] = .persistentReference(reference)
    return dictionary
  }

  /// The one item that a new one would replace.
  ///
  /// Every attribute that tells items apart is said, the missing ones as empty: a condition that is left out would match
  /// other items too.
  package static func conditions(_ item: NewItem, _ object: SecItemValue?, group: String) -> SecItemDictionary
  {
    var names = ItemAttributes()
    switch object {
    case .certificate: break
    case .key(let key):
      names[.keyClass] = .number(key.isPrivate ? 1 : 0)
      names[.applicationLabel] = item.attributes[.applicationLabel] ?? .data(key.label)
      names[.applicationTag] = item.attributes[.applicationTag] ?? AttributeKind.data.emptyValue
    default:
      for attribute in item.itemClass.primaryKey {
        names[attribute] = item.attributes[attribute] ?? attribute.kind.emptyValue
      }
    }
    var dictionary = conditions(
      ItemQuery(
        item.itemClass, names, accessGroup: group, synchronizable: item.isSynchronizable ? .yes : .no))
    if case .certificate? = object { dictionary[.reference] = object }
    return dictionary
  }

  /// A query that gives attributes and persistent references, and so asks nobody.
  func listing(_ limit: ItemQuery.Limit) -> SecItemDictionary {
    var dictionary = self
    dictionary[.limit] = .limit(limit)
    dictionary[.returnAttributes] = .yes
    dictionary[.returnPersistentReference] = .yes
    return dictionary
  }

  /// The query with the operation's authentication context, for an item that needs a person or a password.
  ///
  /// The system refuses every call with a context it cannot reach, as in a daemon, so no other query has one.
  var authenticated: SecItemDictionary {
    var dictionary = self
    dictionary[.authenticationContext] = .context
    return dictionary
  }

  /// The query, refused for an item that needs a person or a password, instead of asking; nothing appears then.
  var withoutDialogue: SecItemDictionary {
    var dictionary = self
    dictionary[.authenticationUI] = .fail
    return dictionary
  }

  /// A query for one item's secret; secrets of many items are never given at once.
  package var reading: SecItemDictionary {
    var dictionary = self
    dictionary[.limit] = .limit(.one)
    dictionary[.returnData] = .yes
    return dictionary
  }
}

// The dictionaries of what is stored.

extension SecItemDictionary {
  /// What `SecItemAdd` gets.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - object: The certificate or the key; the system itself reads the attributes that follow from it.
  ///   - conditions: The query that finds the item.
  ///   - version: The version that it is to have.
  /// - Returns: The dictionary.
  package static func adding(
    _ item: NewItem, _ object: SecItemValue?, _ conditions: SecItemDictionary, _ version: SecItemVersion?
  ) -> SecItemDictionary {
    var dictionary = conditions
    dictionary.merge(item.attributesToSet)
    if let object {
      dictionary[.attribute(.keyClass)] = nil
      dictionary[.reference] = object
    } else {
      dictionary[.data] = item.secret.map(SecItemValue.secret)
    }
    dictionary[.attribute(SecItemVersion.attribute)] = version.map { .attribute(.text($0.text)) }
    dictionary.protect(item.accessControl, item.accessibility)
    if item.accessControl?.asksForPassword == true { dictionary = dictionary.authenticated }
    dictionary[.returnAttributes] = .yes
    dictionary[.returnPersistentReference] = .yes
    return dictionary
  }

  /// What `SecItemUpdate` gets to make an item equal to a new one: everything but its names, empty where the new one has
  /// nothing.
  package static func replacing(
    _ item: NewItem, _ object: SecItemValue?, _ version: SecItemVersion?
  ) -> SecItemDictionary {
    var dictionary: SecItemDictionary = [:]
    var attributes = item.attributesToSet
    let cleared = object == nil ? item.itemClass.attributes : [.label]
    for attribute in cleared where !item.itemClass.primaryKey.contains(attribute) && !attribute.isSetByStore {
      attributes[attribute] = attributes[attribute] ?? attribute.kind.emptyValue
    }
    for attribute in item.itemClass.primaryKey { attributes[attribute] = nil }
    dictionary.merge(attributes)
    if object == nil { dictionary[.data] = .secret(item.secret) }
    dictionary[.attribute(SecItemVersion.attribute)] = version.map { .attribute(.text($0.text)) }
    dictionary.protect(item.accessControl, item.accessibility)
    return dictionary
  }

  /// Sets the protection of an item that exists.
  ///
  /// An accessibility alone takes the place of an old access control. An access control without constraints would do so,
  /// too, but the system asks for an authentication context for every access control.
  package mutating func protect(_ accessControl: AccessControl?, _ accessibility: ItemAccessibility) {
    if let accessControl, !accessControl.constraints.isEmpty {
      self[.accessControl] = .accessControl(accessControl)
    } else {
      self[.accessible] = .accessible(accessibility)
    }
  }
}

extension NewItem {
  /// The attributes to be set; of a certificate or a key only those that the system does not read from it.
  var attributesToSet: ItemAttributes {
    guard itemClass == .certificate || itemClass == .key else { return attributes }
    let read: Set<ItemAttribute> =
      itemClass == .key
      ? [.keyClass, .type, .keySizeInBits, .effectiveKeySize]
      : ItemClass.certificate.attributes.subtracting([.label])
    var own = ItemAttributes(attributes.values.filter { !read.contains($0.key) })
    // The system says yes to all that such a key could do, unless it is told otherwise.
    if itemClass == .key, !ItemAttribute.usages.isDisjoint(with: own.values.keys) {
      for usage in ItemAttribute.usages { own[usage] = own[usage] ?? .flag(false) }
    }
    return own
  }

  /// The certificate or the key as an object; `nil` for a password.
  ///
  /// - Throws: ``KeychainError/wrongType`` without a secret, ``KeychainError/unsupported(_:)`` for a key that Apple's
  ///   keychain has no object for.
  package var object: SecItemValue? {
    get throws(KeychainError) {
      switch itemClass {
      case .genericPassword, .internetPassword, .identity: return nil
      case .certificate:
        guard let secret else { throw .wrongType }
        return .certificate(secret)
      case .key:
        guard let secret else { throw .wrongType }
        return .key(try SecItemKeyMaterial(secret, attributes))
      }
    }
  }
}

extension ItemAttribute {
  /// What a key can be used for.
  fileprivate static let usages: Set<ItemAttribute> = [
    .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
  ]
}

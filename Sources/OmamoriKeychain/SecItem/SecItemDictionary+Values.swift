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
  static func adding(
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
  static func replacing(
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
  mutating func protect(_ accessControl: AccessControl?, _ accessibility: ItemAccessibility) {
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
  var object: SecItemValue? {
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

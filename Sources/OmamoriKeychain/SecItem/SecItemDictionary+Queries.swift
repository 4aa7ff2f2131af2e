// The dictionaries of the queries: what is looked for, and never how it is protected.

extension SecItemDictionary {
  /// What every query says: the keychain that all of Apple's systems have.
  private static let common: SecItemDictionary = [.useDataProtectionKeychain: .yes]

  /// What a query looks for.
  static func conditions(_ query: ItemQuery) -> SecItemDictionary {
    if let reference = query.reference { return conditions(reference) }
    var dictionary = common
    dictionary[.itemClass] = query.itemClass.map(SecItemValue.itemClass)
    dictionary.merge(query.attributes)
    dictionary[.accessGroup] = query.accessGroup.map { .attribute(.text($0)) }
    dictionary[.synchronizable] = .synchronizable(query.synchronizable)
    return dictionary
  }

  /// The one item with a persistent reference, beside which no other condition is allowed.
  static func conditions(_ reference: PersistentReference) -> SecItemDictionary {
    var dictionary = common
    dictionary[.persistentReference] = .persistentReference(reference)
    return dictionary
  }

  /// The one item that a new one would replace.
  ///
  /// Every attribute that tells items apart is said, the missing ones as empty: a condition that is left out would match
  /// other items too.
  static func conditions(_ item: NewItem, _ object: SecItemValue?, group: String) -> SecItemDictionary {
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
  var reading: SecItemDictionary {
    var dictionary = self
    dictionary[.limit] = .limit(.one)
    dictionary[.returnData] = .yes
    return dictionary
  }
}

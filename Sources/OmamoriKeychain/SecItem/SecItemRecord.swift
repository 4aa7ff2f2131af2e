import OmamoriCore

/// An item as Apple's keychain describes it.
///
/// A value; safe to share between threads.
package struct SecItemRecord: Sendable {
  /// The class.
  let itemClass: ItemClass
  /// The attributes, without the reserved one and without those that are empty.
  let attributes: ItemAttributes
  let accessGroup: String
  let isSynchronizable: Bool
  let accessibility: ItemAccessibility
  let reference: PersistentReference
  let version: SecItemVersion?

  /// Reads what `SecItemCopyMatching` gave; `nil` when something that every item has is missing.
  ///
  /// An attribute cannot be taken away from an item, only made empty, so an empty one counts as none.
  init?(_ found: SecItemDictionary, of queried: ItemClass?) {
    var given = queried
    if case .itemClass(let itemClass)? = found[.itemClass] { given = itemClass }
    guard let itemClass = given, case .persistentReference(let reference)? = found[.persistentReference]
    else {
      return nil
    }
    var attributes = ItemAttributes()
    for attribute in itemClass.attributes {
      guard case .attribute(let value)? = found[.attribute(attribute)], attribute != SecItemVersion.attribute
      else { continue }
      if !value.isEmpty { attributes[attribute] = value }
    }
    (self.itemClass, self.attributes, self.reference) = (itemClass, attributes, reference)
    if case .attribute(.text(let group))? = found[.accessGroup] {
      accessGroup = group
    } else {
      accessGroup = ""
    }
    isSynchronizable = found[.synchronizable] == .synchronizable(.yes)
    if case .accessible(let value)? = found[.accessible] {
      accessibility = value
    } else {
      accessibility = .whenUnlocked
    }
    if case .attribute(.text(let text))? = found[.attribute(SecItemVersion.attribute)] {
      version = SecItemVersion(text)
    } else {
      version = nil
    }
  }

  /// Whether the item is one of the store's own.
  var isMarker: Bool {
    itemClass == .genericPassword && attributes.text(.service) == SecItemMarker.service
  }

  /// The names' digest, by which a marker is found.
  var tag: String { SecItemMarker.tag(itemClass, attributes) }

  /// The item to give out.
  ///
  /// - Parameters:
  ///   - marker: What is known of its access control.
  ///   - secret: Its secret, when it was asked for.
  ///   - version: The state; `nil` for the one that was read.
  /// - Returns: The item.
  func item(_ marker: SecItemMarker?, secret: SharedSecretBytes?, version: SecItemVersion? = nil) -> Item {
    let accessControl = marker?.accessControl
    return Item(
      NewItem(
        itemClass, attributes, secret: nil, isSynchronizable: isSynchronizable, accessibility: accessibility,
        accessControl: accessControl),
      accessGroup: accessGroup, synchronization: isSynchronizable ? .synchronized : .local,
      protection: accessControl == nil ? .none : .keyBound, reference: reference,
      version: SecItemVersion.given(version ?? self.version), secret: secret)
  }
}

extension AttributeValue {
  /// Whether the value is that of an attribute that was never set or was cleared.
  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .data(let data): data.isEmpty
    case .number(let number): number == 0
    case .flag(let flag): !flag
    case .date: false
    }
  }
}

extension AttributeKind {
  /// The value that clears an attribute; `nil` for a moment, which only the store sets.
  var emptyValue: AttributeValue? {
    switch self {
    case .text: .text("")
    case .data: .data(Data())
    case .number: .number(0)
    case .flag: .flag(false)
    case .date: nil
    }
  }
}

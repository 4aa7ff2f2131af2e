package import OmamoriCore

/// An item as Apple's keychain describes it.
package struct SecItemRecord: Sendable {
  /// The class.
  package let itemClass: ItemClass
  /// The attributes, without the reserved one and without those that are empty.
  package let attributes: ItemAttributes
  package let accessGroup: String
  package let isSynchronizable: Bool
  package let accessibility: ItemAccessibility
  package let reference: PersistentReference
  package let version: SecItemVersion?

  /// Reads what `SecItemCopyMatching` gave; `nil` when something that every item has is missing.
  ///
  /// An attribute cannot be taken away from an item, only made empty, so an empty one counts as none.
  package init?(_ found: SecItemDictionary, of queried: ItemClass?) {
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
  package var tag: String { SecItemMarker.tag(itemClass, attributes) }

  /// The item to give out.
  ///
  /// - Parameters:
  ///   - marker: What is known of its access control.
  ///   - secret: Its secret, when it was asked for.
  ///   - version: The state; `nil` for the one that was read.
  /// - Returns: The item.
  package func item(_ marker: SecItemMarker?, secret: SharedSecretBytes?, version: SecItemVersion? = nil)
    -> KeychainItem
  {
    let accessControl = marker?.accessControl
    return KeychainItem(
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
  package var isEmpty: Bool {
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

/// A value of the dictionaries that Apple's `SecItem` functions take and give.
package enum SecItemValue: Sendable, Equatable {
  /// The value of an attribute, the name of an access group included.
  case attribute(AttributeValue)
  /// A class.
  case itemClass(ItemClass)
  /// An accessibility.
  case accessible(ItemAccessibility)
  /// An access control; one without constraints says the accessibility alone.
  case accessControl(AccessControl)
  /// Whether items are synchronizable, as a condition or as a value; `any` is a condition only.
  case synchronizable(ItemQuery.Synchronizable)
  /// A secret; `nil` for none.
  case secret(SharedSecretBytes?)
  /// An object made of a certificate's DER.
  case certificate(SharedSecretBytes)
  /// An object made of a key's external representation.
  case key(SecItemKeyMaterial)
  /// A persistent reference.
  case persistentReference(PersistentReference)
  /// How many items are given.
  case limit(ItemQuery.Limit)
  /// Yes.
  case yes
  /// The authentication context of the operation.
  case context
  /// `kSecUseAuthenticationUIFail`: an item that needs a person or a password is refused.
  case fail
}

/// The version of an item in Apple's keychain, which has none of its own.
///
/// It is kept in `kSecAttrDescription`, which is reserved for it: passwords of both kinds have this attribute, and
/// `SecItemUpdate` with the old version among its conditions changes the item only while it still has it. Items that
/// other code wrote have no version, and certificates and keys have no such attribute. A value; safe to share between
/// threads.
package struct SecItemVersion: Sendable, Hashable {
  /// The attribute that holds it.
  package static let attribute = ItemAttribute.description
  private static let prefix = "omamori:"
  private static let size = 16

  /// The attribute's value.
  package let text: String

  /// Makes a version that no item has had.
  ///
  /// - Throws: ``KeychainError/backend(code:)`` when the system has no randomness.
  package static func fresh() throws(KeychainError) -> SecItemVersion {
    do {
      return SecItemVersion(text: prefix + Base64URL.encode(try SystemRandomness().bytes(count: size)))
    } catch { throw .backend(code: 0) }
  }

  private init(text: String) { self.text = text }

  /// Reads the attribute; `nil` when other code wrote it.
  package init?(_ text: String?) {
    guard let text, text.hasPrefix(Self.prefix) else { return nil }
    self.text = text
  }

  /// Reads a version that was given out; `nil` when the item had none.
  package init?(_ version: ItemVersion) {
    self.init(String(bytes: version.data, encoding: .utf8))
  }

  /// The version to give out of an item that has this one or none.
  package static func given(_ version: SecItemVersion?) -> ItemVersion {
    ItemVersion(data: Data((version?.text ?? "").utf8))
  }

  /// Whether items of a class can have a version.
  package static func isSupported(by itemClass: ItemClass) -> Bool {
    itemClass.attributes.contains(attribute)
  }
}

/// The access group that new items go to.
///
/// It is said in every query for the one item that a new one would replace; without it an item of the same names in
/// another group would match. Safe to share between threads.
package struct SecItemGroup: Sendable {
  private let known: Protected<String?>

  /// Takes the group, or `nil` to find out the program's first one.
  package init(_ name: String?) { known = Protected(name) }

  /// The group.
  ///
  /// - Throws: ``KeychainError``, such as ``KeychainError/locked`` before the first unlocking.
  package func name(_ session: some SecItemSession) throws(KeychainError) -> String {
    if let name = known.current { return name }
    let name = try SecItemProbe.defaultGroup(session)
    known.withLock { $0 = name }
    return name
  }
}

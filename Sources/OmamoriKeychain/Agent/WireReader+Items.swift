#if !canImport(Darwin)
import OmamoriCore

// Items and queries as the agent's protocol has them; WireWriter+Items.swift writes them.
extension WireReader {
  mutating func attributes() throws(KeychainError) -> ItemAttributes {
    let pairs = try list(limit: ItemAttribute.allCases.count) { reader throws(KeychainError) in
      let attribute: ItemAttribute = try reader.raw()
      return (attribute, try reader.attributeValue())
    }
    return ItemAttributes(Dictionary(pairs) { _, last in last })
  }

  private mutating func attributeValue() throws(KeychainError) -> AttributeValue {
    switch AttributeKind(rawValue: try number(UInt8.self)) {
    case .text: .text(try text())
    case .data: .data(try data())
    case .number: .number(Int64(bitPattern: try number(UInt64.self)))
    case .flag: .flag(try flag())
    case .date:
      .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try number(UInt64.self))))
    case nil: throw Self.malformed
    }
  }

  mutating func accessControl() throws(KeychainError) -> AccessControl? {
    try optional { reader throws(KeychainError) in
      let accessibility: ItemAccessibility = try reader.raw()
      return AccessControl(accessibility, .init(rawValue: try reader.number(UInt64.self)))
    }
  }

  mutating func newItem() throws(KeychainError) -> NewItem {
    NewItem(
      try raw(), try attributes(), secret: try secret(), accessGroup: try optionalText(),
      isSynchronizable: try flag(), accessibility: try raw(), accessControl: try accessControl())
  }

  mutating func item() throws(KeychainError) -> Item {
    let item = try newItem()
    let (synchronization, protection): (Synchronization, ItemProtection) = (try named(), try named())
    let (reference, version) = (PersistentReference(data: try data()), ItemVersion(data: try data()))
    guard let reference, let group = item.accessGroup else { throw Self.malformed }
    return Item(
      item, accessGroup: group, synchronization: synchronization, protection: protection,
      reference: reference, version: version, secret: item.secret)
  }

  mutating func query() throws(KeychainError) -> ItemQuery {
    // The class is set afterwards, since only a query for a reference has none.
    let itemClass: ItemClass? = try optional { reader throws(KeychainError) in try reader.raw() }
    var query = ItemQuery(.genericPassword, try attributes(), accessGroup: try optionalText())
    query.itemClass = itemClass
    query.synchronizable = try named()
    if let data = try optional({ reader throws(KeychainError) in try reader.data() }) {
      guard let reference = PersistentReference(data: data) else { throw Self.malformed }
      query.reference = reference
    }
    query.limit = try limit()
    return query
  }

  private mutating func limit() throws(KeychainError) -> ItemQuery.Limit {
    switch try number(UInt8.self) {
    case 1: .one
    case 2: .all
    case 3: .count(Int(Int64(bitPattern: try number(UInt64.self))))
    default: throw Self.malformed
    }
  }

  mutating func changes() throws(KeychainError) -> ItemChanges {
    ItemChanges(
      attributes: try attributes(), secret: try secret(), accessGroup: try optionalText(),
      isSynchronizable: try optional { reader throws(KeychainError) in try reader.flag() },
      accessibility: try optional { reader throws(KeychainError) in try reader.raw() },
      accessControl: try accessControl())
  }

  mutating func condition() throws(KeychainError) -> PutCondition {
    switch try number(UInt8.self) {
    case 1: .always
    case 2: .absent
    case 3: .version(ItemVersion(data: try data()))
    default: throw Self.malformed
    }
  }

  /// What a caller brings along; `makeAuthenticator` makes what asks the person at the caller's side.
  mutating func access(
    _ makeAuthenticator: (AuthenticatorKind) -> any Authenticator
  ) throws(KeychainError) -> ItemAccess {
    let kind: AuthenticatorKind? = try optional { reader throws(KeychainError) in try reader.named() }
    var access = ItemAccess(
      authenticator: kind.map(makeAuthenticator), reason: try localizedText(), passphrase: try secret(),
      applicationPassword: try secret())
    access.isForKeyUse = try flag()
    return access
  }

  mutating func localizedText() throws(KeychainError) -> LocalizedText {
    let english = try text()
    return LocalizedText(english, ja: try text())
  }

  mutating func optionalText() throws(KeychainError) -> String? {
    try optional { reader throws(KeychainError) in try reader.text() }
  }

  /// A value by the text that stands for it.
  mutating func raw<Value: RawRepresentable<String>>() throws(KeychainError) -> Value {
    guard let value = Value(rawValue: try text()) else { throw Self.malformed }
    return value
  }

  /// A case of an enumeration, by its name.
  mutating func named<Value: CaseIterable>() throws(KeychainError) -> Value {
    let name = try text()
    guard let value = Value.allCases.first(where: { "\($0)" == name }) else { throw Self.malformed }
    return value
  }
}
#endif

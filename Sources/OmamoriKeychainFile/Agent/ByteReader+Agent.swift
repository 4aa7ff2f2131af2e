import OmamoriCore
import OmamoriKeychain

// The fields of a message of the agent's protocol, which WireWriter puts together.
extension ByteReader where Failure == KeychainError {
  /// Begins at the start of a message.
  @_lifetime(copy message)
  init(message: RawSpan) { self.init(message) { _, _ in .corrupt(.agent) } }

  /// A text after its length.
  mutating func text() throws(KeychainError) -> String { try text(try count(in: 4)) }

  /// Bytes after their length.
  mutating func data() throws(KeychainError) -> Data {
    let bytes = try field(in: 4)
    return unsafe bytes.withUnsafeBytes { unsafe Data($0) }  // because they are copied
  }

  /// A secret after its length, which need not be there.
  mutating func secret() throws(KeychainError) -> SharedSecretBytes? {
    try flag() ? try secret(try count(in: 4)) : nil
  }

  /// Reads up to `limit` values.
  mutating func list<Value>(
    limit: Int, _ read: (inout ByteReader) throws(KeychainError) -> Value
  ) throws(KeychainError) -> [Value] {
    // Every value has at least one byte.
    let count = try count(in: 4, limit: min(limit, max(0, remaining - 4)))
    var values: [Value] = []
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }
}

// Errors as the agent's protocol has them; `WireWriter` writes them.
extension KeychainError {
  /// The errors without anything to them.
  static let plainErrors: [(name: String, error: KeychainError)] = [
    ("locked", .locked), ("denied", .denied), ("wrongCredential", .wrongCredential),
    ("cancelled", .cancelled), ("invalidated", .invalidated), ("duplicate", .duplicate),
    ("accessGroupDenied", .accessGroupDenied), ("wrongType", .wrongType),
    ("unreadableMessage", .unreadableMessage), ("storeExists", .storeExists),
    ("diskFull", .diskFull), ("readOnly", .readOnly), ("contended", .contended), ("busy", .busy),
  ]
}

extension ByteReader where Failure == KeychainError {
  mutating func keychainError() throws(KeychainError) -> KeychainError {
    let (name, argument) = (try text(), try text())
    let first = Int64(bitPattern: try number(UInt64.self))
    let second = Int64(bitPattern: try number(UInt64.self))
    if let plain = KeychainError.plainErrors.first(where: { $0.name == name }) { return plain.error }
    let count = first < 0 ? nil : Int(first)
    return switch name {
    case "lockedOut": .lockedOut(seconds: count)
    case "corrupt": .corrupt(try Self.named(argument))
    case "rolledBack":
      .rolledBack(expected: UInt64(bitPattern: first), found: UInt64(bitPattern: second))
    case "anchorBehind":
      .anchorBehind(recorded: UInt64(bitPattern: first), found: UInt64(bitPattern: second))
    case "unavailable": .unavailable(try Self.named(argument))
    case "unknownAttribute": .unknownAttribute(try Self.attribute(argument))
    case "invalidRequest": .invalidRequest(try Self.named(argument))
    case "classification": .classification(try Self.named(argument))
    case "tooMany": .tooMany(limit: Int(first))
    case "tooLarge": .tooLarge(limit: Int(first))
    case "unsupported": .unsupported(try Self.named(argument))
    case "newerFormat": .newerFormat(version: Int(first))
    case "slot": .slot(try Self.named(argument))
    case "insecurePermissions": .insecurePermissions(try Self.named(argument))
    case "migrationFailed": .migrationFailed(step: Int(first))
    case "malformedImport": .malformedImport(line: count)
    case "file": .file(try Self.named(argument), code: Int32(truncatingIfNeeded: first))
    case "system": .system(code: Int32(truncatingIfNeeded: first))
    case "backend": .backend(code: Int(first))
    case "status": .status(Int32(truncatingIfNeeded: first))
    default: throw error()
    }
  }

  private static func named<Value: CaseIterable>(_ name: String) throws(KeychainError) -> Value {
    guard let value = Value.allCases.first(where: { "\($0)" == name }) else { throw .corrupt(.agent) }
    return value
  }

  private static func attribute(_ name: String) throws(KeychainError) -> ItemAttribute {
    guard let attribute = ItemAttribute(rawValue: name) else { throw .corrupt(.agent) }
    return attribute
  }
}

// Items and queries as the agent's protocol has them; WireWriter+Items.swift writes them.
extension ByteReader where Failure == KeychainError {
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
    case nil: throw error()
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

  mutating func item() throws(KeychainError) -> KeychainItem {
    let item = try newItem()
    let (synchronization, protection): (Synchronization, ItemProtection) = (try named(), try named())
    let (reference, version) = (PersistentReference(data: try data()), ItemVersion(data: try data()))
    guard let reference, let group = item.accessGroup else { throw error() }
    return KeychainItem(
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
      guard let reference = PersistentReference(data: data) else { throw error() }
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
    default: throw error()
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
    default: throw error()
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
    guard let value = Value(rawValue: try text()) else { throw error() }
    return value
  }

  /// A case of an enumeration, by its name.
  mutating func named<Value: CaseIterable>() throws(KeychainError) -> Value {
    let name = try text()
    guard let value = Value.allCases.first(where: { "\($0)" == name }) else { throw error() }
    return value
  }
}

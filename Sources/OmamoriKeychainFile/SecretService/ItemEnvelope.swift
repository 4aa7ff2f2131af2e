import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// Everything about an item, as one secret of a Secret Service; see Documentation/secret-service.md for the format.
///
/// Safe to share between threads.
struct ItemEnvelope: Sendable {
  /// The longest line that is read, in bytes; a secret and attributes of the greatest size are shorter.
  static let greatestLine = 2 << 20
  private static let magic = Array("omamori\u{1}".utf8)

  /// The item; its group is never `nil`.
  var item: NewItem
  var group: String
  /// Names the item for good.
  var id: [UInt8]
  /// Names this state of the item.
  var state: [UInt8]
  var created: Date
  var modified: Date

  /// What tells the item apart from others.
  var key: PrimaryKey {
    PrimaryKey(item.itemClass, item.attributes, group: group, isSynchronizable: item.isSynchronizable)
  }

  var version: ItemVersion { ItemVersion(data: Data(state)) }

  /// 16 bytes that nobody else has.
  ///
  /// - Throws: `KeychainError.backend(code:)` when the system gives no random bytes.
  static func name() throws(KeychainError) -> [UInt8] {
    do throws(CoreError) {
      let random = try SecretBytes(randomCount: 16)
      return unsafe random.bytes.withUnsafeBytes { unsafe Array($0) }  // because the bytes are copied
    } catch {
      throw .backend(code: 0)
    }
  }

  // MARK: Writing

  /// The envelope as a line of Base64: a line feed in a secret makes gnome-keyring write a passwordless collection that it
  /// cannot read again.
  func line() -> SharedSecretBytes {
    var writer = FieldWriter()
    writer.append(Self.magic)
    writer.append(id)
    writer.append(state)
    for date in [created, modified] { writer.number(date.timeIntervalSinceReferenceDate.bitPattern) }
    writer.number(UInt8((item.isSynchronizable ? 1 : 0) | (item.secret == nil ? 0 : 2)))
    for text in [item.itemClass.rawValue, item.accessibility.rawValue, group] {
      writer.counted(Array(text.utf8))
    }
    writer.number(UInt16(clamping: item.attributes.values.count))
    for (attribute, value) in item.attributes.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writer.counted(Array(attribute.rawValue.utf8))
      let bytes = value.bytes
      writer.number(UInt32(clamping: bytes.count))
      writer.append(bytes)
    }
    let head = writer.bytes
    let secret = item.secret
    let whole = SecretBytes(count: head.count + (secret?.count ?? 0)) { whole in
      // because both pieces fit behind one another
      unsafe whole.withUnsafeMutableBytes { target in
        unsafe target.copyBytes(from: head)
        secret?.withBytes { span in
          unsafe span.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[head.count...]).copyMemory(from: bytes)
          }
        }
      }
    }
    return SharedSecretBytes(Base64.standard.encodeSecret(whole.bytes))
  }

  // MARK: Reading

  /// The envelope of a line.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`.
  init(line: SharedSecretBytes) throws(KeychainError) {
    guard line.count <= Self.greatestLine, let whole = Base64.standard.decodeSecret(line.bytes) else {
      throw .corrupt(.item)
    }
    do throws(ByteProblem) {
      var reader = ByteReader(whole.bytes)
      guard try reader.bytes(Self.magic.count) == Self.magic else { throw .unexpected }
      (id, state) = (try reader.bytes(16), try reader.bytes(16))
      created = Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.number(UInt64.self)))
      modified = Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.number(UInt64.self)))
      let flags = try reader.number(UInt8.self)
      guard flags < 4, let itemClass = ItemClass(rawValue: try reader.text()), itemClass != .identity,
        let accessibility = ItemAccessibility(rawValue: try reader.text())
      else { throw .unexpected }
      group = try reader.text()
      var attributes = ItemAttributes()
      for _ in 0..<Int(try reader.number(UInt16.self)) {
        guard let attribute = ItemAttribute(rawValue: try reader.text()), attributes[attribute] == nil else {
          throw .unexpected
        }
        let bytes = try reader.bytes(Int(try reader.number(UInt32.self)))
        guard let value = AttributeValue(attribute.kind, bytes) else { throw .unexpected }
        attributes[attribute] = value
      }
      let secret = flags & 2 == 0 ? nil : try reader.secret(reader.remaining)
      try reader.end()
      item = NewItem(
        itemClass, attributes, secret: secret, accessGroup: group, isSynchronizable: flags & 1 != 0,
        accessibility: accessibility)
    } catch {
      throw .corrupt(.item)
    }
  }

  init(_ item: NewItem, group: String, id: [UInt8], created: Date, modified: Date) throws(KeychainError) {
    (self.item, self.group, self.id) = (item, group, id)
    (self.created, self.modified, state) = (created, modified, try Self.name())
  }

  /// The item's attributes with the dates that the store sets.
  var attributes: ItemAttributes {
    var attributes = item.attributes
    attributes[.creationDate] = .date(created)
    attributes[.modificationDate] = .date(modified)
    return attributes
  }

  /// The item as a search gives it.
  func found(withSecret: Bool) throws(KeychainError) -> KeychainItem {
    guard let reference = PersistentReference(data: Data(id)) else { throw .corrupt(.item) }
    var found = item
    found.attributes = attributes
    return KeychainItem(
      found, accessGroup: group, synchronization: item.isSynchronizable ? .notSynchronized : .local,
      protection: .none, reference: reference, version: version, secret: withSecret ? item.secret : nil)
  }
}

extension ByteReader {
  /// A text behind its length in two bytes.
  fileprivate mutating func text() throws(Failure) -> String { try text(try count(in: 2)) }
}

extension AttributeValue {
  /// The value as bytes, whose meaning its kind tells.
  fileprivate var bytes: [UInt8] {
    var writer = FieldWriter()
    switch self {
    case .text(let text): writer.append(Array(text.utf8))
    case .data(let data): writer.append(Array(data))
    case .number(let number): writer.number(UInt64(bitPattern: number))
    case .flag(let flag): writer.number(UInt8(flag ? 1 : 0))
    case .date(let date): writer.number(date.timeIntervalSinceReferenceDate.bitPattern)
    }
    return writer.bytes
  }

  /// The value of a kind that bytes stand for; `nil` when they stand for none.
  fileprivate init?(_ kind: AttributeKind, _ bytes: [UInt8]) {
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch kind {
    case .text:
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self = .text(text)
    case .data: self = .data(Data(bytes))
    case .number where bytes.count == 8: self = .number(Int64(bitPattern: number))
    case .flag where bytes == [0] || bytes == [1]: self = .flag(number == 1)
    case .date where bytes.count == 8:
      self = .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: number)))
    default: return nil
    }
  }
}

import OmamoriCore
import OmamoriKeychain

/// What is sealed as the metadata of an item: everything but the secret.
struct ItemRecord: Sendable, Equatable {
  /// The item's class.
  var itemClass: ItemClass
  /// The attributes, with the dates.
  var attributes: ItemAttributes
  /// The access group.
  var accessGroup: String
  /// Whether the item is meant for other devices.
  var isSynchronizable: Bool
  /// When the secret can be used.
  var accessibility: ItemAccessibility
  /// Who has to prove to be there.
  var accessControl: AccessControl?
  /// What the access control is worth.
  var protection: ItemProtection = .none
  /// The length of the secret in bytes; `nil` when there is none.
  var secretLength: Int?

  /// The record as an item of the public interface.
  ///
  /// - Parameters:
  ///   - reference: The persistent reference.
  ///   - version: The state.
  ///   - secret: The secret, when it was asked for.
  /// - Returns: The item.
  func item(
    _ reference: PersistentReference, _ version: ItemVersion, secret: SharedSecretBytes? = nil
  ) -> KeychainItem {
    let content = NewItem(
      itemClass, attributes, secret: nil, accessGroup: accessGroup, isSynchronizable: isSynchronizable,
      accessibility: accessibility, accessControl: accessControl)
    return KeychainItem(
      content, accessGroup: accessGroup, synchronization: isSynchronizable ? .notSynchronized : .local,
      protection: protection, reference: reference, version: version, secret: secret)
  }
}

/// The binary form of an item's metadata: for every record exactly one, in stores, in exports and between processes.
///
/// Specified in Documentation/formats/keychain-file.md. Has no state; safe to use from any thread.
enum ItemCoding {
  /// That bytes are not the form of any record.
  struct Malformed: Error {}

  /// The first byte of the form.
  static let version: UInt8 = 1
  /// The longest form that is read, in bytes.
  static let greatestSize = 1 << 17

  /// What a record has, in the second byte.
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let synchronizable = Self(rawValue: 1 << 0)
    static let accessControl = Self(rawValue: 1 << 1)
    static let secret = Self(rawValue: 1 << 2)
    static let known: Self = [.synchronizable, .accessControl, .secret]
  }

  /// Adds the form of a record.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - bytes: Gets the form; it is enlarged at most once, so that no copy of a part stays behind.
  static func append(_ record: ItemRecord, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + size(of: record))
    var flags: Flags = []
    if record.isSynchronizable { flags.insert(.synchronizable) }
    if record.accessControl != nil { flags.insert(.accessControl) }
    if record.secretLength != nil { flags.insert(.secret) }
    bytes.append(version)
    bytes.append(flags.rawValue)
    bytes.append(record.accessibility.storeCode)
    bytes.append(record.protection.storeCode)
    bytes.append(contentsOf: record.itemClass.rawValue.utf8)
    if let control = record.accessControl { bytes.append(word: control.constraints.rawValue) }
    if let length = record.secretLength { bytes.append(halfWord: UInt32(clamping: length)) }
    bytes.append(halfWord: UInt32(clamping: record.accessGroup.utf8.count))
    bytes.append(contentsOf: record.accessGroup.utf8)
    append(record.attributes, to: &bytes)
  }

  private static func append(_ attributes: ItemAttributes, to bytes: inout [UInt8]) {
    bytes.append(halfWord: UInt32(clamping: attributes.values.count))
    var entries = attributes.values.keys.map { (code: $0.storeCode, attribute: $0) }
    entries.sort { $0.code < $1.code }
    for entry in entries {
      guard let value = attributes[entry.attribute] else { continue }
      bytes.append(halfWord: entry.code)
      bytes.append(value.kind.rawValue)
      bytes.append(halfWord: UInt32(clamping: value.codedByteCount))
      switch value {
      case .text(let text): bytes.append(contentsOf: text.utf8)
      case .data(let data): bytes.append(contentsOf: data)
      case .number(let number): bytes.append(word: UInt64(bitPattern: number))
      case .flag(let flag): bytes.append(flag ? 1 : 0)
      case .date(let date): bytes.append(word: date.timeIntervalSinceReferenceDate.bitPattern)
      }
    }
  }

  /// The length of a record's form in bytes.
  static func size(of record: ItemRecord) -> Int {
    var size = 8 + 8 + 4 + 4 + record.accessGroup.utf8.count + 4
    for value in record.attributes.values.values { size += 9 + value.codedByteCount }
    return size
  }
}

extension AttributeValue {
  /// How many bytes the value has in the binary form.
  var codedByteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let data): data.count
    case .number, .date: 8
    case .flag: 1
    }
  }
}

// The numbers that stand for names in the binary form. They never change.

extension ItemAccessibility {
  /// The number of the accessibility in the store.
  var storeCode: UInt8 {
    switch self {
    case .whenUnlocked: 1
    case .afterFirstUnlock: 2
    case .whenUnlockedThisDeviceOnly: 3
    case .afterFirstUnlockThisDeviceOnly: 4
    case .whenPasscodeSetThisDeviceOnly: 5
    }
  }

  /// The accessibility with a number; `nil` when there is none.
  init?(storeCode: UInt8) {
    switch storeCode {
    case 1: self = .whenUnlocked
    case 2: self = .afterFirstUnlock
    case 3: self = .whenUnlockedThisDeviceOnly
    case 4: self = .afterFirstUnlockThisDeviceOnly
    case 5: self = .whenPasscodeSetThisDeviceOnly
    default: return nil
    }
  }
}

extension ItemProtection {
  /// The number of the protection in the store.
  var storeCode: UInt8 {
    switch self {
    case .none: 0
    case .keyBound: 1
    case .gate: 2
    }
  }

  /// The protection with a number; `nil` when there is none.
  init?(storeCode: UInt8) {
    switch storeCode {
    case 0: self = .none
    case 1: self = .keyBound
    case 2: self = .gate
    default: return nil
    }
  }
}

extension ItemAttribute {
  /// The four characters of the name as a number.
  var storeCode: UInt32 { rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  /// The attribute whose name has these four characters; `nil` when there is none.
  init?(storeCode: UInt32) {
    var (lower, upper) = (0, Self.byCode.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if Self.byCode[middle].code < storeCode { lower = middle + 1 } else { upper = middle }
    }
    guard lower < Self.byCode.count, Self.byCode[lower].code == storeCode else { return nil }
    self = Self.byCode[lower].attribute
  }

  /// All attributes in the order of their numbers.
  private static let byCode = allCases.map { (code: $0.storeCode, attribute: $0) }.sorted {
    $0.code < $1.code
  }
}

extension ItemClass {
  /// The class whose name has these four characters; `nil` when there is none.
  init?(storeCode: UInt32) {
    guard let found = Self.byCode.first(where: { $0.code == storeCode }) else { return nil }
    self = found.itemClass
  }

  private static let byCode = allCases.map { itemClass in
    (code: itemClass.rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) }, itemClass: itemClass)
  }
}

/// Reads the binary form of an item's metadata, and nothing that ``ItemCoding`` would write otherwise.
///
/// Bounded by the input: no length is believed before that many bytes are there. One thread at a time.
struct ItemDecoder: ~Escapable {
  private let bytes: RawSpan
  private var offset = 0

  /// Begins at the start of a form.
  @_lifetime(copy bytes)
  private init(_ bytes: RawSpan) { self.bytes = bytes }

  /// Reads a record.
  ///
  /// - Parameter bytes: The form, and nothing behind it.
  /// - Returns: The record.
  /// - Throws: ``ItemCoding/Malformed``.
  static func record(_ bytes: RawSpan) throws(ItemCoding.Malformed) -> ItemRecord {
    guard bytes.byteCount <= ItemCoding.greatestSize else { throw ItemCoding.Malformed() }
    var decoder = ItemDecoder(bytes)
    let record = try decoder.record()
    guard decoder.offset == bytes.byteCount else { throw ItemCoding.Malformed() }
    return record
  }

  private mutating func record() throws(ItemCoding.Malformed) -> ItemRecord {
    guard try byte() == ItemCoding.version else { throw ItemCoding.Malformed() }
    let flags = ItemCoding.Flags(rawValue: try byte())
    let (accessibilityCode, protectionCode, classCode) = (try byte(), try byte(), try halfWord())
    guard flags.isSubset(of: .known), let accessibility = ItemAccessibility(storeCode: accessibilityCode),
      let protection = ItemProtection(storeCode: protectionCode),
      let itemClass = ItemClass(storeCode: classCode)
    else { throw ItemCoding.Malformed() }
    var control: AccessControl?
    if flags.contains(.accessControl) {
      control = AccessControl(accessibility, AccessControl.Constraints(rawValue: try word()))
    }
    let secretLength = flags.contains(.secret) ? Int(try halfWord()) : nil
    let group = try text(try halfWord())
    return ItemRecord(
      itemClass: itemClass, attributes: try attributes(), accessGroup: group,
      isSynchronizable: flags.contains(.synchronizable), accessibility: accessibility,
      accessControl: control, protection: protection, secretLength: secretLength)
  }

  private mutating func attributes() throws(ItemCoding.Malformed) -> ItemAttributes {
    let count = try halfWord()
    guard count <= UInt32(ItemAttribute.allCases.count) else { throw ItemCoding.Malformed() }
    var values = [ItemAttribute: AttributeValue](minimumCapacity: Int(count))
    var last: UInt32 = 0
    for _ in 0..<count {
      let (code, kind, length) = (try halfWord(), try byte(), try halfWord())
      guard code > last, let attribute = ItemAttribute(storeCode: code), attribute.kind.rawValue == kind
      else {
        throw ItemCoding.Malformed()
      }
      last = code
      values[attribute] = try value(attribute.kind, length)
    }
    return ItemAttributes(values)
  }

  private mutating func value(
    _ kind: AttributeKind, _ length: UInt32
  ) throws(ItemCoding.Malformed) -> AttributeValue {
    switch kind {
    case .text: return .text(try text(length))
    case .data: return .data(Data(try take(length).array))
    case .number:
      guard length == 8 else { throw ItemCoding.Malformed() }
      return .number(Int64(bitPattern: try word()))
    case .flag:
      let byte = try byte()
      guard length == 1, byte <= 1 else { throw ItemCoding.Malformed() }
      return .flag(byte == 1)
    case .date:
      let seconds = Double(bitPattern: try word())
      guard length == 8, seconds.isFinite else { throw ItemCoding.Malformed() }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
  }

  private mutating func text(_ length: UInt32) throws(ItemCoding.Malformed) -> String {
    // because every pattern of bits is a UInt8, and the buffer is only read during the call
    let text = unsafe try take(length).withUnsafeBytes { bytes -> String? in
      let units = unsafe bytes.assumingMemoryBound(to: UInt8.self)
      guard let valid = try? unsafe UTF8Span(validating: units.span) else { return nil }
      return String(copying: valid)
    }
    guard let text else { throw ItemCoding.Malformed() }
    return text
  }

  @_lifetime(copy self)
  private mutating func take(_ length: UInt32) throws(ItemCoding.Malformed) -> RawSpan {
    guard Int(length) <= bytes.byteCount - offset else { throw ItemCoding.Malformed() }
    let part = bytes.extracting(offset..<offset + Int(length))
    offset += Int(length)
    return part
  }

  private mutating func byte() throws(ItemCoding.Malformed) -> UInt8 { try take(1).byte(at: 0) }
  private mutating func halfWord() throws(ItemCoding.Malformed) -> UInt32 { try take(4).halfWord(at: 0) }
  private mutating func word() throws(ItemCoding.Malformed) -> UInt64 { try take(8).word(at: 0) }
}

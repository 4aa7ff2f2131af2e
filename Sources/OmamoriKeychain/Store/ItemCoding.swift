#if !canImport(Darwin)
import OmamoriCore

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
#endif

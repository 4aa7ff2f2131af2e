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
#endif

import OmamoriCore

/// Writes the plaintext of an export.
struct ExportWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes items.
  ///
  /// - Throws: ``KeychainError/tooMany(limit:)``, ``KeychainError/tooLarge(limit:)``.
  init(_ items: [NewItem], limits: ImportLimits) throws(KeychainError) {
    guard items.count <= limits.items else { throw .tooMany(limit: limits.items) }
    let size = items.reduce(ExportFormat.headerByteCount) { $0 + 4 + Self.size(of: $1) }
    guard size <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    // Room for all at once, so that growing leaves no copies behind.
    bytes.reserveCapacity(size)
    bytes += ExportFormat.magic
    bytes.append(ExportFormat.version)
    append(length: items.count)
    for item in items {
      append(length: Self.size(of: item))
      append(item)
    }
  }

  /// Overwrites what was written.
  mutating func wipe() { PlainBytes.wipe(&bytes) }

  private mutating func append(_ item: NewItem) {
    append(.itemClass, Array(item.itemClass.rawValue.utf8))
    append(.accessibility, Array(item.accessibility.rawValue.utf8))
    if let group = item.accessGroup { append(.accessGroup, Array(group.utf8)) }
    if item.isSynchronizable { append(.synchronizable, [1]) }
    if let control = item.accessControl { append(.constraints, Self.word(control.constraints.rawValue)) }
    for (attribute, value) in item.attributes.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      append(.attribute, Array(attribute.rawValue.utf8) + [value.kind.rawValue] + Self.bytes(of: value))
    }
    guard let secret = item.secret else { return }
    bytes.append(ExportFormat.Field.secret.rawValue)
    append(length: secret.count)
    secret.withBytes { span in
      // because the buffer stays inside the closure
      unsafe span.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }
  }

  private mutating func append(_ field: ExportFormat.Field, _ value: [UInt8]) {
    bytes.append(field.rawValue)
    append(length: value.count)
    bytes += value
  }

  private mutating func append(length: Int) {
    let length = UInt32(truncatingIfNeeded: length)
    for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
  }

  private static func size(of item: NewItem) -> Int {
    var size = 2 * 5 + item.itemClass.rawValue.utf8.count + item.accessibility.rawValue.utf8.count
    if let group = item.accessGroup { size += 5 + group.utf8.count }
    if item.isSynchronizable { size += 6 }
    if item.accessControl != nil { size += 13 }
    for (attribute, value) in item.attributes.values {
      size += 6 + attribute.rawValue.utf8.count + bytes(of: value).count
    }
    if let secret = item.secret { size += 5 + secret.count }
    return size
  }

  private static func bytes(of value: AttributeValue) -> [UInt8] {
    switch value {
    case .text(let text): Array(text.utf8)
    case .data(let data): Array(data)
    case .number(let number): word(UInt64(bitPattern: number))
    case .flag(let flag): [flag ? 1 : 0]
    case .date(let date): word(date.timeIntervalSince1970.bitPattern)
    }
  }

  private static func word(_ word: UInt64) -> [UInt8] {
    stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}

import OmamoriCore

/// Reads the plaintext of an export, strictly and within bounds.
struct ExportReader {
  private let bytes: [UInt8]
  private let limits: ImportLimits
  private var at = 0

  init(_ bytes: [UInt8], limits: ImportLimits) { (self.bytes, self.limits) = (bytes, limits) }

  /// Reads all items.
  ///
  /// - Throws: ``KeychainError/malformedImport(line:)``, ``KeychainError/newerFormat(version:)``,
  ///   ``KeychainError/tooMany(limit:)``, ``KeychainError/tooLarge(limit:)``, and what is wrong with an item.
  mutating func items() throws(KeychainError) -> [NewItem] {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    guard bytes.count >= ExportFormat.headerByteCount, bytes.starts(with: ExportFormat.magic) else {
      throw .malformedImport(line: nil)
    }
    let version = bytes[ExportFormat.magic.count]
    guard version <= ExportFormat.version else { throw .newerFormat(version: Int(version)) }
    guard version == ExportFormat.version else { throw .malformedImport(line: nil) }
    at = ExportFormat.magic.count + 1
    let count = try length(upTo: bytes.count)
    guard count <= limits.items else { throw .tooMany(limit: limits.items) }
    var items: [NewItem] = []
    for _ in 0..<count {
      let size = try length(upTo: bytes.count)
      let item = try item(upTo: at + size)
      try ItemRules.check(item)
      items.append(item)
    }
    guard at == bytes.count else { throw .malformedImport(line: nil) }
    return items
  }

  private mutating func item(upTo end: Int) throws(KeychainError) -> NewItem {
    guard end <= bytes.count else { throw .malformedImport(line: nil) }
    var fields: [ExportFormat.Field: Range<Int>] = [:]
    var attributes: [ItemAttribute: AttributeValue] = [:]
    while at < end {
      guard let field = ExportFormat.Field(rawValue: bytes[at]) else { throw .malformedImport(line: nil) }
      at += 1
      let size = try length(upTo: end)
      guard size <= end - at else { throw .malformedImport(line: nil) }
      let range = at..<(at + size)
      at = range.upperBound
      if field == .attribute {
        let (name, value) = try attribute(range)
        guard attributes.updateValue(value, forKey: name) == nil else { throw .malformedImport(line: nil) }
      } else if fields.updateValue(range, forKey: field) != nil {
        throw .malformedImport(line: nil)
      }
    }
    guard at == end, let itemClass = try text(fields[.itemClass]).flatMap(ItemClass.init(rawValue:)),
      let accessibility = try text(fields[.accessibility]).flatMap(ItemAccessibility.init(rawValue:))
    else { throw .malformedImport(line: nil) }
    var control: AccessControl?
    if let range = fields[.constraints] {
      control = AccessControl(accessibility, AccessControl.Constraints(rawValue: try word(range)))
    }
    let isSynchronizable = try fields[.synchronizable].map { range throws(KeychainError) in try flag(range) }
    let secret = fields[.secret].map { range in
      var plain = Array(bytes[range])
      return PlainBytes.secret(takingOver: &plain)
    }
    return NewItem(
      itemClass, ItemAttributes(attributes), secret: secret, accessGroup: try text(fields[.accessGroup]),
      isSynchronizable: isSynchronizable ?? false, accessibility: accessibility, accessControl: control)
  }

  private func attribute(_ range: Range<Int>) throws(KeychainError) -> (ItemAttribute, AttributeValue) {
    guard range.count >= 5,
      let name = try text(range.lowerBound..<(range.lowerBound + 4)).flatMap(ItemAttribute.init(rawValue:)),
      let kind = AttributeKind(rawValue: bytes[range.lowerBound + 4])
    else { throw .malformedImport(line: nil) }
    let value = (range.lowerBound + 5)..<range.upperBound
    switch kind {
    case .text: return (name, .text(try text(value) ?? ""))
    case .data: return (name, .data(Data(bytes[value])))
    case .number: return (name, .number(Int64(bitPattern: try word(value))))
    case .flag: return (name, .flag(try flag(value)))
    case .date: return (name, .date(Date(timeIntervalSince1970: Double(bitPattern: try word(value)))))
    }
  }

  // MARK: - Values

  private mutating func length(upTo end: Int) throws(KeychainError) -> Int {
    guard end - at >= 4 else { throw .malformedImport(line: nil) }
    defer { at += 4 }
    return bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  private func text(_ range: Range<Int>?) throws(KeychainError) -> String? {
    guard let range else { return nil }
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw .malformedImport(line: nil)
    }
    return text
  }

  private func word(_ range: Range<Int>) throws(KeychainError) -> UInt64 {
    guard range.count == 8 else { throw .malformedImport(line: nil) }
    return bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func flag(_ range: Range<Int>) throws(KeychainError) -> Bool {
    guard range.count == 1, let byte = bytes[range].first, byte <= 1 else {
      throw .malformedImport(line: nil)
    }
    return byte == 1
  }
}

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

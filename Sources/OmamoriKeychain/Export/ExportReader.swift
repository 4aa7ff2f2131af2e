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

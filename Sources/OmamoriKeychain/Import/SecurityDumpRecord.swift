import OmamoriCore

/// An item of `security dump-keychain`, while its lines are read.
struct SecurityDumpRecord {
  let line: Int
  var itemClass: ItemClass?
  var attributes: ItemAttributes = [:]
  var secret: SharedSecretBytes?
  var hasData = false

  init(line: Int) { self.line = line }

  /// Reads an attribute such as `"acct"<blob>="alice"`.
  ///
  /// - Throws: ``KeychainError/malformedImport(line:)``.
  mutating func read(_ text: ArraySlice<UInt8>, at line: Int) throws(KeychainError) {
    guard let open = text.firstIndex(of: UInt8(ascii: "<")),
      let close = text[open...].firstIndex(of: UInt8(ascii: ">")),
      text.index(after: close) < text.endIndex, text[close + 1] == UInt8(ascii: "=")
    else { throw .malformedImport(line: line) }
    let value = text[(close + 2)...]
    let name = text[..<open].filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") }
    guard let attribute = Self.attribute(String(decoding: name, as: UTF8.self)) else { return }
    guard let bytes = try SecurityDumpValue.bytes(value, at: line) else { return }
    switch attribute.kind {
    case .text:
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformedImport(line: line) }
      attributes[attribute] = .text(text)
    case .data: attributes[attribute] = .data(Data(bytes))
    case .number, .flag:
      // A number of four bytes that all print is shown as text.
      guard bytes.count <= 8 else { throw .malformedImport(line: line) }
      let number = bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
      attributes[attribute] = attribute.kind == .flag ? .flag(number != 0) : .number(number)
    case .date: return
    }
  }

  /// Turns the record into an item or a note.
  ///
  /// - Throws: ``KeychainError/tooMany(limit:)``.
  func add(to builder: inout ImportBuilder) throws(KeychainError) {
    let name = attributes.text(.label) ?? attributes.text(.service) ?? attributes.text(.server) ?? ""
    guard let itemClass, itemClass == .genericPassword || itemClass == .internetPassword else {
      return builder.note(.unsupportedClass, named: name, line: line)
    }
    guard hasData, let secret else {
      return builder.note(hasData ? .empty : .unreadable, named: name, line: line)
    }
    let fitting = attributes.values.filter { itemClass.attributes.contains($0.key) }
    try builder.add(
      NewItem(itemClass, ItemAttributes(fitting), secret: secret), named: name, line: line)
  }

  /// The attribute of a name; dates and what belongs to the old keychain only are `nil`.
  private static func attribute(_ name: String) -> ItemAttribute? {
    if name == "0x00000007" { return .label }
    guard let attribute = ItemAttribute(rawValue: name), !attribute.isSetByStore else { return nil }
    return attribute
  }
}

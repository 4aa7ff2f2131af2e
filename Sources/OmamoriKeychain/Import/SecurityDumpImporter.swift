import OmamoriCore

/// Reads what Apple's `security dump-keychain -d` prints.
///
/// Passwords become items with their attributes; certificates and keys are noted, since the text does not hold them in a
/// form that can be used. An item without data, because the person refused it or `-d` was missing, is noted too. Safe to
/// use from any thread.
public enum SecurityDumpImporter {
  /// Reads the text.
  ///
  /// - Parameters:
  ///   - bytes: The text; the caller's copy is neither locked nor wiped.
  ///   - limits: The bounds to keep.
  /// - Returns: The items and what was left out or changed.
  /// - Throws: ``KeychainError/malformedImport(line:)``, ``KeychainError/tooLarge(limit:)``,
  ///   ``KeychainError/tooMany(limit:)``.
  public static func read(
    _ bytes: [UInt8],
    limits: ImportLimits = .standard
  ) throws(KeychainError) -> ImportResult {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    var builder = ImportBuilder(limits: limits)
    var record: SecurityDumpRecord?
    var isData = false
    var number = 0
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      number += 1
      if line.starts(with: "keychain: ".utf8) {
        try record?.add(to: &builder)
        (record, isData) = (SecurityDumpRecord(line: number), false)
      } else if isData {
        isData = false
        record?.hasData = true
        if !line.isEmpty { record?.secret = try secret(line, at: number) }
      } else if line.isEmpty || line.starts(with: "version: ".utf8) || line == ArraySlice("attributes:".utf8)
      {
        continue
      } else if line.starts(with: "class: ".utf8), record != nil {
        record?.itemClass = try itemClass(line.dropFirst(7), at: number)
      } else if line == ArraySlice("data:".utf8), record != nil {
        isData = true
      } else if line.starts(with: "    ".utf8), record != nil {
        try record?.read(line.dropFirst(4), at: number)
      } else {
        throw .malformedImport(line: number)
      }
    }
    try record?.add(to: &builder)
    return builder.result
  }

  private static func secret(_ line: ArraySlice<UInt8>, at number: Int) throws(KeychainError)
    -> SharedSecretBytes?
  {
    guard var bytes = try SecurityDumpValue.bytes(line, at: number) else { return nil }
    return PlainBytes.secret(takingOver: &bytes)
  }

  private static func itemClass(_ text: ArraySlice<UInt8>, at number: Int) throws(KeychainError) -> ItemClass?
  {
    // Certificates and keys have numbers for classes.
    if text.starts(with: "0x".utf8) { return nil }
    guard let bytes = try SecurityDumpValue.bytes(text, at: number) else {
      throw .malformedImport(line: number)
    }
    return String(validating: bytes, as: UTF8.self).flatMap(ItemClass.init(rawValue:))
  }
}

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

/// A value in the text of `security dump-keychain`: `<NULL>`, `"text"`, `0x6869` or `0x6869  "hi"`.
enum SecurityDumpValue {
  /// The bytes of a value; `nil` for `<NULL>`.
  ///
  /// A quotation mark within a text is not escaped, so the text ends at the last one of the line; bytes that do not print
  /// are three octal digits behind a backslash.
  ///
  /// - Throws: ``KeychainError/malformedImport(line:)``.
  static func bytes(_ value: ArraySlice<UInt8>, at line: Int) throws(KeychainError) -> [UInt8]? {
    if value == ArraySlice("<NULL>".utf8) { return nil }
    if value.starts(with: "0x".utf8) {
      let digits = value.dropFirst(2).prefix { $0 != UInt8(ascii: " ") }
      return try hexadecimal(digits, at: line)
    }
    guard value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") else {
      throw .malformedImport(line: line)
    }
    return try unescaped(value.dropFirst().dropLast(), at: line)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>, at line: Int) throws(KeychainError) -> [UInt8]
  {
    guard digits.count.isMultiple(of: 2) else { throw .malformedImport(line: line) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue, digit < 0x80 else {
        throw .malformedImport(line: line)
      }
      if let first = high {
        bytes.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    return bytes
  }

  private static func unescaped(_ text: ArraySlice<UInt8>, at line: Int) throws(KeychainError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var place = text.startIndex
    while place < text.endIndex {
      guard text[place] == UInt8(ascii: "\\") else {
        bytes.append(text[place])
        place += 1
        continue
      }
      let digits = text[(place + 1)..<min(place + 4, text.endIndex)]
      guard digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) else {
        throw .malformedImport(line: line)
      }
      let value = digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
      guard let byte = UInt8(exactly: value) else { throw .malformedImport(line: line) }
      bytes.append(byte)
      place += 4
    }
    return bytes
  }
}

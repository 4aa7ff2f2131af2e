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

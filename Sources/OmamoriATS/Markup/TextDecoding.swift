/// Brings a text file to valid UTF-8 without a byte order mark.
///
/// UTF-8 with or without a mark and UTF-16 with a mark are read. Anything else, a NUL, a lone surrogate and
/// an overlong form are refused, because two readers that repair them differently see two different files.
enum TextDecoding {
  /// The bytes of `input` as UTF-8.
  static func utf8(_ input: [UInt8]) throws(PropertyListError) -> [UInt8] {
    if input.starts(with: [0xFF, 0xFE, 0, 0]) || input.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw .unsupportedEncoding
    }
    if input.starts(with: [0xFE, 0xFF]) { return try utf16(input, bigEndian: true) }
    if input.starts(with: [0xFF, 0xFE]) { return try utf16(input, bigEndian: false) }
    let bytes = input.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(input.dropFirst(3)) : input
    if let offset = firstInvalidOffset(bytes) { throw .invalidText(at: .byte(offset)) }
    return bytes
  }

  /// The offset of the first byte that is not part of a well-formed scalar other than NUL (RFC 3629).
  static func firstInvalidOffset(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte != 0, byte < 0x80 {
        index += 1
        continue
      }
      guard let length = sequenceLength(bytes, at: index) else { return index }
      index += length
    }
    return nil
  }

  /// The length of the multi-byte scalar at `index`, or `nil` when it is malformed.
  private static func sequenceLength(_ bytes: [UInt8], at index: Int) -> Int? {
    let lead = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return nil
    }
    guard bytes.count - index >= length, second.contains(bytes[index + 1]) else { return nil }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }

  private static func utf16(_ input: [UInt8], bigEndian: Bool) throws(PropertyListError) -> [UInt8] {
    guard input.count.isMultiple(of: 2) else { throw .invalidText(at: .byte(input.count - 1)) }
    guard let text = utf16Text(input[2...], bigEndian: bigEndian), !text.utf8.contains(0) else {
      throw .invalidText(at: .byte(2))
    }
    return Array(text.utf8)
  }

  /// The text that the UTF-16 code units in `bytes` spell, or `nil` when a surrogate stands alone.
  static func utf16Text(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String? {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(bigEndian ? first << 8 | second : second << 8 | first)
    }
    return String(validating: units, as: UTF16.self)
  }
}

/// The bytes that the readers look for.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let quote: UInt8 = 0x22
  static let number: UInt8 = 0x23
  static let ampersand: UInt8 = 0x26
  static let apostrophe: UInt8 = 0x27
  static let leftParenthesis: UInt8 = 0x28
  static let rightParenthesis: UInt8 = 0x29
  static let asterisk: UInt8 = 0x2A
  static let comma: UInt8 = 0x2C
  static let slash: UInt8 = 0x2F
  static let semicolon: UInt8 = 0x3B
  static let less: UInt8 = 0x3C
  static let equals: UInt8 = 0x3D
  static let greater: UInt8 = 0x3E
  static let question: UInt8 = 0x3F
  static let leftBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let leftBrace: UInt8 = 0x7B
  static let rightBrace: UInt8 = 0x7D

  /// Says whether `byte` is a space, a tab or an end of line.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == tab || byte == newline || byte == carriageReturn
  }

  /// Says whether `byte` is a letter or a digit.
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// The value of a hexadecimal digit.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// The value of a decimal digit.
  static func digit(_ byte: UInt8) -> UInt8? {
    (0x30...0x39).contains(byte) ? byte - 0x30 : nil
  }
}

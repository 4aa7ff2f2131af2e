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

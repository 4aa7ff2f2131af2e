/// Turns the bytes of a text file into text.
///
/// UTF-8 and UTF-16 (with or without a byte order mark), UTF-32 with one, EUC-JP, Shift JIS and Latin-1 are told apart by
/// what the bytes can mean. Japanese encodings are decoded for reading code: kana, punctuation and Latin letters exactly,
/// kanji as the substitute `〓`.
enum TextDecoder {
  /// The text of `bytes`, and whether U+FFFD stands for bytes that are not valid; `nil` when the encoding is not
  /// recognised.
  static func decoded(_ bytes: [UInt8]) -> (text: String, isRepaired: Bool)? {
    if let text = unicode(bytes) { return (text, false) }
    // A wrong byte in a text with many valid sequences of UTF-8 is a wrong byte, not another encoding.
    let repaired = RepairedText(bytes)
    if let repaired, repaired.wrong * 4 <= repaired.valid { return (repaired.text, true) }
    if let text = oneOfOthers(bytes) { return (text, false) }
    return repaired.map { ($0.text, true) }
  }

  /// The text of `bytes` when all of them are valid in an encoding that is recognised.
  static func text(of bytes: [UInt8]) -> String? { unicode(bytes) ?? oneOfOthers(bytes) }

  private static func unicode(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return String(validating: bytes[3...], as: UTF8.self)
    }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return utf32(bytes.dropFirst(4), isBig: false) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return utf32(bytes.dropFirst(4), isBig: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
    if let isBig = unmarkedUTF16(bytes), let text = utf16(bytes[...], isBig: isBig) { return text }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func oneOfOthers(_ bytes: [UInt8]) -> String? {
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    guard !bytes.contains(0), !marks.contains(where: bytes.starts(with:)) else { return nil }
    return JapaneseText.eucJP(bytes) ?? JapaneseText.shiftJIS(bytes) ?? latin1(bytes)
  }

  /// Whether `bytes` are UTF-16 in big-endian order, by the zeros beside ASCII characters; `nil` when they are no UTF-16.
  private static func unmarkedUTF16(_ bytes: [UInt8]) -> Bool? {
    let start = bytes.prefix(4096)
    guard bytes.count >= 4, bytes.count.isMultiple(of: 2), start.contains(0) else { return nil }
    let zeros = start.indices.filter { start[$0] == 0 }
    let even = zeros.count { $0.isMultiple(of: 2) }
    let isBig = even > zeros.count - even
    // The other half has a zero only in characters such as U+3000.
    let (most, few) = isBig ? (even, zeros.count - even) : (zeros.count - even, even)
    return most * 6 >= start.count && few * 16 <= most ? isBig : nil
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  private static func utf32(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String? {
    guard bytes.count.isMultiple(of: 4) else { return nil }
    var text = String.UnicodeScalarView()
    for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
      let four = bytes[index..<index + 4]
      let value =
        isBig
        ? four.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        : four.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard let scalar = Unicode.Scalar(value) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  /// Latin-1 leaves 0x80 to 0x9F to controls that no text file has.
  private static func latin1(_ bytes: [UInt8]) -> String? {
    guard !bytes.contains(where: { (0x80..<0xA0).contains($0) }) else { return nil }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}

/// A text in UTF-8 with U+FFFD where bytes are not valid.
private struct RepairedText {
  let text: String
  /// How many characters beyond ASCII are valid.
  let valid: Int
  /// How many sequences are not valid.
  let wrong: Int

  /// At most one byte in this many may be wrong.
  private static let bytesForOneWrong = 100

  /// Decodes `bytes`; `nil` when they have zeros or too many wrong sequences to be such a text.
  init?(_ bytes: [UInt8]) {
    guard !bytes.contains(0) else { return nil }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    text = String(decoding: hasMark ? bytes[3...] : bytes[...], as: UTF8.self)
    var (beyond, replaced) = (0, 0)
    for scalar in text.unicodeScalars where !scalar.isASCII {
      if scalar == "\u{FFFD}" { replaced += 1 } else { beyond += 1 }
    }
    (valid, wrong) = (beyond, replaced)
    guard wrong * Self.bytesForOneWrong <= bytes.count else { return nil }
  }
}

/// Reads the two Japanese encodings that old sources are still written in.
///
/// Source: JIS X 0208 (rows 1, 3, 4 and 5 are mapped by rule), JIS X 0201 for half-width kana.
enum JapaneseText {
  /// The text when every byte is valid EUC-JP and some character is kana or punctuation, else `nil`.
  static func eucJP(_ bytes: [UInt8]) -> String? {
    decode(bytes) { bytes, index in
      let first = bytes[index]
      guard first >= 0x80 else { return (Unicode.Scalar(first), 1, false) }
      guard index + 1 < bytes.count else { return nil }
      let second = bytes[index + 1]
      switch first {
      case 0x8E where (0xA1...0xDF).contains(second):
        return (halfWidth(second), 2, true)
      case 0x8F where index + 2 < bytes.count && (0xA1...0xFE).contains(second) && bytes[index + 2] >= 0xA1:
        return (substitute, 3, false)
      case 0xA1...0xFE where (0xA1...0xFE).contains(second):
        let (row, cell) = (Int(first) - 0xA0, Int(second) - 0xA0)
        return (character(row: row, cell: cell), 2, row <= 5)
      default: return nil
      }
    }
  }

  /// The text when every byte is valid Shift JIS and some character is kana or punctuation, else `nil`.
  static func shiftJIS(_ bytes: [UInt8]) -> String? {
    decode(bytes) { bytes, index in
      let first = bytes[index]
      switch first {
      case 0..<0x80: return (Unicode.Scalar(first), 1, false)
      case 0xA1...0xDF: return (halfWidth(first), 1, false)
      case 0x81...0x9F, 0xE0...0xFC:
        guard index + 1 < bytes.count else { return nil }
        let second = Int(bytes[index + 1])
        guard (0x40...0xFC).contains(second), second != 0x7F else { return nil }
        let lead = Int(first) - (first < 0xA0 ? 0x81 : 0xC1)
        let isUpper = second >= 0x9F
        let row = lead * 2 + (isUpper ? 2 : 1)
        let cell = isUpper ? second - 0x9E : second - 0x3F - (second > 0x7F ? 1 : 0)
        return (character(row: row, cell: cell), 2, row <= 5)
      default: return nil
      }
    }
  }

  private static let substitute: Unicode.Scalar = "〓"

  /// Decodes character by character; `step` gives the scalar, the bytes it took and whether it proves Japanese.
  private static func decode(
    _ bytes: [UInt8], step: ([UInt8], Int) -> (scalar: Unicode.Scalar, width: Int, isProof: Bool)?
  ) -> String? {
    var text = String.UnicodeScalarView()
    var (index, isProved) = (0, false)
    while index < bytes.count {
      guard let (scalar, width, isProof) = step(bytes, index) else { return nil }
      text.append(scalar)
      index += width
      isProved = isProved || isProof
    }
    return isProved ? String(text) : nil
  }

  private static func halfWidth(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0xFF61 + UInt32(byte) - 0xA1) ?? substitute
  }

  private static func character(row: Int, cell: Int) -> Unicode.Scalar {
    switch (row, cell) {
    case (1, 1...punctuation.count): punctuation[cell - 1]
    case (3, 16...25), (3, 33...58), (3, 65...90):
      Unicode.Scalar(UInt32(0xFF00 + cell)) ?? substitute
    case (4, 1...83): Unicode.Scalar(UInt32(0x3040 + cell)) ?? substitute
    case (5, 1...86): Unicode.Scalar(UInt32(0x30A0 + cell)) ?? substitute
    default: substitute
    }
  }

  private static let punctuation = Array("　、。，．・：；？！".unicodeScalars)
}

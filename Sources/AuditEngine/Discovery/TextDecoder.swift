/// Turns the bytes of a text file into text.
///
/// UTF-8 (with or without a mark), UTF-16 and UTF-32 with a mark, EUC-JP, Shift JIS and Latin-1 are told apart by what
/// the bytes can mean. Japanese encodings are decoded for reading code: kana, punctuation and Latin letters exactly,
/// kanji as the substitute `〓`.
enum TextDecoder {
  /// The text of `bytes`, or `nil` when they are in no encoding that is recognised.
  static func text(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return String(validating: bytes[3...], as: UTF8.self)
    }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return utf32(bytes.dropFirst(4), isBig: false) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return utf32(bytes.dropFirst(4), isBig: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard !bytes.contains(0) else { return nil }
    return JapaneseText.eucJP(bytes) ?? JapaneseText.shiftJIS(bytes) ?? latin1(bytes)
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

import OmamoriCore

/// The text around age files for places that take text only: PEM (RFC 7468) with one label and one way to write it.
enum AgeArmor {
  /// The first line, without its end.
  static let begin = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
  /// The last line, without its end.
  static let end = Array("-----END AGE ENCRYPTED FILE-----".utf8)
  /// The characters of a full line.
  static let columns = 64
  /// The bytes that a full line stands for.
  static let bytesPerLine = 48
  /// The most bytes of white space before and after the armor.
  static let maximumWhiteSpace = 1024

  /// Whether a byte may stand before and after the armor.
  static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Whether a file that begins with these bytes is armored; `nil` when more of them are needed to tell.
  static func isArmored(_ prefix: Span<UInt8>) -> Bool? {
    var start = 0
    while start < prefix.count, isWhiteSpace(prefix[start]) { start += 1 }
    guard start <= maximumWhiteSpace else { return false }
    for index in start..<min(prefix.count, start + begin.count) where prefix[index] != begin[index - start] {
      return false
    }
    return prefix.count - start < begin.count ? nil : true
  }

  /// A whole file in armor.
  static func text(of file: [UInt8]) -> [UInt8] {
    var (writer, text): (AgeArmorWriter, [UInt8]) = (AgeArmorWriter(), [])
    text.reserveCapacity(Int(clamping: armoredSize(of: UInt64(file.count)) ?? 0))
    writer.write(file.byteSpan, into: &text)
    writer.finish(into: &text)
    return text
  }

  /// A whole file out of its armor; `nil` when it has none.
  ///
  /// - Throws: ``CryptoError/malformed(_:offset:)``, ``CryptoError/truncated(_:)``.
  static func content(of text: RawSpan) throws(CryptoError) -> [UInt8]? {
    let text = unsafe text._unsafeView(as: UInt8.self)  // because every pattern of bits is a UInt8
    guard isArmored(text) == true else { return nil }
    var (reader, file): (AgeArmorReader, [UInt8]) = (AgeArmorReader(), [])
    file.reserveCapacity(text.count / 4 * 3)
    try reader.read(text, into: &file)
    try reader.finish(into: &file)
    return file
  }

  /// The size of the armored form of `size` bytes; `nil` when there is no such number.
  static func armoredSize(of size: UInt64) -> UInt64? {
    let (lines, rest) = size.quotientAndRemainder(dividingBy: UInt64(bytesPerLine))
    let (body, isTooLarge) = lines.multipliedReportingOverflow(by: UInt64(columns + 1))
    let last = rest == 0 ? 0 : (rest + 2) / 3 * 4 + 1
    let (sum, isSumTooLarge) = body.addingReportingOverflow(last + UInt64(begin.count + end.count + 2))
    return isTooLarge || isSumTooLarge ? nil : sum
  }
}

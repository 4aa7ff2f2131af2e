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
  /// - Throws: `CryptoError.malformed(_:offset:)`, `CryptoError.truncated(_:)`.
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

/// Takes bytes out of armor, piece by piece.
///
/// Strict but for what the specification leaves open: lines end with LF or CRLF, and up to 1,024 bytes of white space
/// may stand before and after. Every line but the last has 64 characters, no line is empty, and bits beyond the last
/// byte are zero.
///
///     var reader = AgeArmorReader()
///     try reader.read(piece, into: &bytes) …
///     try reader.finish(into: &bytes)
struct AgeArmorReader {
  /// What the next line has to be.
  private enum Expected {
    case begin
    case bodyOrEnd
    case end
    case whiteSpace
  }

  private var expected = Expected.begin
  /// The line as far as it came, with a carriage return at its end if it has one.
  private var line: [UInt8] = []
  private var lineStart = 0
  private var whiteSpace = 0

  /// Reads from a piece of the file.
  ///
  /// - Parameters:
  ///   - piece: The bytes after those that were read before.
  ///   - output: Where the bytes go that the armor holds; after a refusal there may be some of them.
  /// - Throws: `CryptoError.malformed(_:offset:)`.
  mutating func read(_ piece: Span<UInt8>, into output: inout [UInt8]) throws(CryptoError) {
    var index = 0
    while index < piece.count {
      if case .bodyOrEnd = expected, line.isEmpty, readFullLine(piece, at: index, into: &output) {
        index += AgeArmor.columns + 1
        lineStart += AgeArmor.columns + 1
        continue
      }
      try take(piece[index], into: &output)
      index += 1
    }
  }

  /// Ends the armor; a line feed after its last line may be missing.
  ///
  /// - Parameter output: Where the bytes go that the armor holds.
  /// - Throws: `CryptoError.truncated(_:)` when the armor has not ended, `CryptoError.malformed(_:offset:)`.
  mutating func finish(into output: inout [UInt8]) throws(CryptoError) {
    if content == AgeArmor.end[...] { try endLine(into: &output) }
    guard case .whiteSpace = expected else { throw .truncated(.ageArmor) }
  }

  /// Decodes a line of 64 characters that lies in the piece with its line feed; otherwise does nothing.
  private func readFullLine(_ piece: Span<UInt8>, at start: Int, into output: inout [UInt8]) -> Bool {
    let end = start + AgeArmor.columns
    guard end < piece.count, piece[end] == UInt8(ascii: "\n") else { return false }
    // because UInt8 has no padding
    let text = unsafe piece.extracting(start..<end).bytes
    // What is refused may be a padded line, or the end, or wrong.
    guard let bytes = Base64.standard.decode(text, padded: false) else { return false }
    output += bytes
    return true
  }

  private mutating func take(_ byte: UInt8, into output: inout [UInt8]) throws(CryptoError) {
    if case .whiteSpace = expected {
      try takeWhiteSpace(byte)
    } else if byte == UInt8(ascii: "\n") {
      try endLine(into: &output)
    } else {
      line.append(byte)
      guard line.count <= AgeArmor.columns + 1 || isBlankBeforeBegin else { throw refusal }
    }
  }

  private mutating func takeWhiteSpace(_ byte: UInt8) throws(CryptoError) {
    whiteSpace += 1
    guard AgeArmor.isWhiteSpace(byte), whiteSpace <= AgeArmor.maximumWhiteSpace else { throw refusal }
  }

  /// Whether nothing but white space came yet, and not too much of it.
  private var isBlankBeforeBegin: Bool {
    guard case .begin = expected, whiteSpace + line.count < AgeArmor.maximumWhiteSpace else { return false }
    return line.allSatisfy(AgeArmor.isWhiteSpace)
  }

  private mutating func endLine(into output: inout [UInt8]) throws(CryptoError) {
    let size = line.count + 1
    switch expected {
    case .begin where line.allSatisfy(AgeArmor.isWhiteSpace):
      whiteSpace += size
      guard whiteSpace <= AgeArmor.maximumWhiteSpace else { throw refusal }
    case .begin:
      guard content == AgeArmor.begin[...] else { throw refusal }
      (expected, whiteSpace) = (.bodyOrEnd, 0)
    case .bodyOrEnd where content == AgeArmor.end[...], .end:
      guard content == AgeArmor.end[...] else { throw refusal }
      expected = .whiteSpace
    case .bodyOrEnd:
      let text = Array(content)
      guard !text.isEmpty, text.count <= AgeArmor.columns,
        let bytes = Base64.standard.decode(text.rawSpan, padded: true)
      else { throw refusal }
      output += bytes
      if bytes.count < AgeArmor.bytesPerLine { expected = .end }
    case .whiteSpace: break
    }
    lineStart += size
    line.removeAll(keepingCapacity: true)
  }

  /// The line without its end.
  private var content: ArraySlice<UInt8> { line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...] }

  /// The error for the line that is being read.
  private var refusal: CryptoError { .malformed(.ageArmor, offset: lineStart) }
}

/// Puts bytes into armor, piece by piece.
///
///     var writer = AgeArmorWriter()
///     writer.write(piece, into: &text) …
///     writer.finish(into: &text)
struct AgeArmorWriter {
  private var pending: [UInt8] = []
  private var hasBegun = false

  /// Starts an armor.
  init() { pending.reserveCapacity(AgeArmor.bytesPerLine) }

  /// Appends the text for the next bytes, as far as it is known before more of them come.
  mutating func write(_ piece: Span<UInt8>, into text: inout [UInt8]) {
    begin(&text)
    var start = 0
    if !pending.isEmpty {
      start = min(AgeArmor.bytesPerLine - pending.count, piece.count)
      for index in 0..<start { pending.append(piece[index]) }
      guard pending.count == AgeArmor.bytesPerLine else { return }
      Self.line(pending.byteSpan, &text)
      pending.removeAll(keepingCapacity: true)
    }
    while piece.count - start >= AgeArmor.bytesPerLine {
      Self.line(piece.extracting(start..<(start + AgeArmor.bytesPerLine)), &text)
      start += AgeArmor.bytesPerLine
    }
    for index in start..<piece.count { pending.append(piece[index]) }
  }

  /// Appends the end.
  mutating func finish(into text: inout [UInt8]) {
    begin(&text)
    if !pending.isEmpty { Self.line(pending.byteSpan, &text) }
    pending = []
    text += AgeArmor.end
    text.append(UInt8(ascii: "\n"))
  }

  private mutating func begin(_ text: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    text += AgeArmor.begin
    text.append(UInt8(ascii: "\n"))
  }

  private static func line(_ bytes: Span<UInt8>, _ text: inout [UInt8]) {
    text += Base64.standard.encoded(unsafe bytes.bytes, padded: true)  // because UInt8 has no padding
    text.append(UInt8(ascii: "\n"))
  }
}

/// A file that is written as age's armor.
///
/// Safe to use from any thread; one at a time writes.
final class ArmoredSink: ByteSink {
  private let base: any ByteSink
  private let writer = Protected(AgeArmorWriter())

  /// Writes the armor to `base`, which stands at the place where it begins.
  init(_ base: any ByteSink) { self.base = base }

  func writeNext(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) {
    let copy = unsafe Array(bytes)  // because the bytes are copied at once
    var text: [UInt8] = []
    text.reserveCapacity(copy.count / 3 * 4 + copy.count / 48 + 128)
    writer.withLock { $0.write(copy.byteSpan, into: &text) }
    try base.write(text, isCancelled: isCancelled)
  }

  func finishWriting(isCancelled: () -> Bool) throws(CryptoError) {
    var text: [UInt8] = []
    writer.withLock { $0.finish(into: &text) }
    try base.write(text, isCancelled: isCancelled)
    try base.finishWriting(isCancelled: isCancelled)
  }
}

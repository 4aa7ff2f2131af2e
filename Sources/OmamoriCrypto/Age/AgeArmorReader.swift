import OmamoriCore

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
  /// - Throws: ``CryptoError/malformed(_:offset:)``.
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
  /// - Throws: ``CryptoError/truncated(_:)`` when the armor has not ended, ``CryptoError/malformed(_:offset:)``.
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

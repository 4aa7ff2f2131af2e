package import OmamoriReport

/// Turns byte offsets into lines and columns.
package struct LineTable: Sendable {
  /// The offset at which each line starts.
  private let starts: [Int]
  private let bytes: [UInt8]
  /// How many characters begin before each block of bytes; empty when every byte is one.
  private let blocks: [Int]

  private static let blockLength = 1_024
  /// How many bytes of white space are passed over at the ends of a line.
  private static let longestIndentation = 1_024

  /// Reads the line ends of `bytes`: LF, CR LF or a lone CR.
  package init(_ bytes: [UInt8]) {
    var starts = [0]
    starts.reserveCapacity(bytes.count / 32)
    for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
      if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
      starts.append(index + 1)
    }
    (self.starts, self.bytes) = (starts, bytes)
    blocks = Self.blocks(of: bytes)
  }

  private static func blocks(of bytes: [UInt8]) -> [Int] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return [] }
    var (blocks, count) = ([Int](), 0)
    for index in bytes.indices {
      if index % blockLength == 0 { blocks.append(count) }
      if bytes[index] & 0xC0 != 0x80 { count += 1 }
    }
    return blocks
  }

  /// The number of lines.
  package var count: Int { starts.count }

  /// The offset at which a 1-based line starts; lines beyond the end start there.
  package func offset(ofLine line: Int) -> Int {
    starts.indices.contains(line - 1) ? starts[line - 1] : bytes.count
  }

  /// The offset of the character in a 1-based column of a 1-based line; bytes that continue a character do not count.
  ///
  /// The time does not grow with the length of the line: a file may have one line with all there is.
  package func offset(ofLine line: Int, character column: Int) -> Int {
    let start = offset(ofLine: line)
    guard column > 1, start < bytes.count else { return start }
    guard !blocks.isEmpty else { return column - 1 < bytes.count - start ? start + column - 1 : bytes.count }
    let first = start / Self.blockLength
    let before = blocks[first] + characters(in: first * Self.blockLength..<start)
    guard column - 1 <= bytes.count else { return bytes.count }
    let wanted = before + column - 1
    // The last block that begins with fewer characters before it than are wanted, or as many.
    var (low, high) = (first, blocks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle] <= wanted { low = middle } else { high = middle }
    }
    var (offset, count) = (low * Self.blockLength, blocks[low])
    while offset < bytes.count {
      if bytes[offset] & 0xC0 != 0x80 {
        if count == wanted { break }
        count += 1
      }
      offset += 1
    }
    return offset
  }

  private func characters(in range: Range<Int>) -> Int { range.count { bytes[$0] & 0xC0 != 0x80 } }

  /// The 1-based line and column of the byte at `offset`; columns count bytes.
  package func place(of offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }

  /// The region of the bytes in `range`.
  package func region(of range: Range<Int>) -> SourceRegion {
    let start = place(of: range.lowerBound)
    let end = place(of: range.upperBound)
    return SourceRegion(
      startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column)
  }

  /// The text of a 1-based line without white space at its ends, cut after 200 bytes.
  package func text(ofLine line: Int) -> String { text(ofLine: line, isIndented: false) }

  /// The line where `region` starts with three lines before it and three behind it.
  package func excerpt(around region: SourceRegion) -> SourceExcerpt? {
    guard starts.indices.contains(region.startLine - 1) else { return nil }
    let reach = SourceExcerpt.maximumLines / 2
    let (first, last) = (max(1, region.startLine - reach), min(count, region.startLine + reach))
    var lines = (first...last).map { text(ofLine: $0, isIndented: true) }
    while lines.count > region.startLine - first + 1, lines.last?.isEmpty == true { lines.removeLast() }
    return SourceExcerpt(firstLine: first, lines: lines)
  }

  private func text(ofLine line: Int, isIndented: Bool) -> String {
    guard starts.indices.contains(line - 1) else { return "" }
    let end = line < starts.count ? starts[line] : bytes.count
    var slice = bytes[starts[line - 1]..<end]
    if !isIndented {
      slice = slice.dropFirst(slice.prefix(Self.longestIndentation).prefix { $0 <= 0x20 }.count)
    }
    // One line may be all there is, and many may ask for it.
    slice = slice.prefix(Self.longestIndentation)
    while let last = slice.last, last <= 0x20 { slice.removeLast() }
    guard slice.count > 200 else { return String(decoding: slice, as: UTF8.self) }
    slice = slice.prefix(200)
    while let last = slice.last, last & 0xC0 == 0x80 { slice.removeLast() }
    if let last = slice.last, last >= 0xC0 { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self) + "…"
  }
}

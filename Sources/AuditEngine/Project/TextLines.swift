extension TextSource {
  /// A line with its place.
  package struct Line {
    /// The number, from 1.
    package let number: Int
    /// The bytes without the line end.
    package let bytes: ArraySlice<UInt8>
    /// Where they stand in the file.
    package var range: Range<Int> { bytes.startIndex..<bytes.endIndex }
  }

  /// The lines of the file one after another.
  package var numberedLines: some Sequence<Line> {
    (1...max(1, lines.count)).lazy.map { number in
      var slice = bytes[lines.offset(ofLine: number)..<lines.offset(ofLine: number + 1)]
      while let last = slice.last, last == 0x0A || last == 0x0D { slice.removeLast() }
      return Line(number: number, bytes: slice)
    }
  }

  /// Where `word` first occurs from `start` on.
  package func firstRange(of word: String, from start: Int = 0) -> Range<Int>? {
    let wanted = Array(word.utf8)
    guard let first = wanted.first, start >= 0 else { return nil }
    var index = start
    while index + wanted.count <= bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: wanted) { return index..<index + wanted.count }
      index += 1
    }
    return nil
  }
}

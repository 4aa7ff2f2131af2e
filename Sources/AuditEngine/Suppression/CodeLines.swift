/// Which lines of a file hold more than white space and comments.
struct CodeLines {
  private let text: TextSource
  private let comments: [SourceComment]
  /// What the last answer was about: every place in it is followed by the same code.
  private var known: (places: ClosedRange<Int>, line: Int?)?

  init(_ text: TextSource, _ comments: [SourceComment]) { (self.text, self.comments) = (text, comments) }

  /// The line of the first byte of code behind `comment`.
  mutating func next(after comment: SourceComment) -> Int? {
    let start = comment.range.upperBound
    if let known, known.places.contains(start) { return known.line }
    let (line, end) = next(from: start)
    known = (start...max(start, end), line)
    return line
  }

  private func next(from start: Int) -> (line: Int?, end: Int) {
    let bytes = text.bytes
    var index = start
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
      } else if let other = covering(index) {
        index = max(index + 1, other.range.upperBound)
      } else {
        return (text.lines.place(of: index).line, index)
      }
    }
    return (nil, bytes.count)
  }

  /// The comment that begins at or before `index` and ends behind it.
  private func covering(_ index: Int) -> SourceComment? {
    var (low, high) = (0, comments.count)
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].range.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    guard low < comments.count, comments[low].range.contains(index) else { return nil }
    return comments[low]
  }
}

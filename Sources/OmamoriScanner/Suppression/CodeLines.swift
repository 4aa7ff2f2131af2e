/// Which lines of a file hold more than white space and comments.
struct CodeLines {
  private let text: TextSource
  private let comments: [SourceComment]

  init(_ text: TextSource, _ comments: [SourceComment]) { (self.text, self.comments) = (text, comments) }

  /// The line of the first byte of code behind `comment`.
  func next(after comment: SourceComment) -> Int? {
    let bytes = text.bytes
    var index = comment.range.upperBound
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
      } else if let other = covering(index) {
        index = max(index + 1, other.range.upperBound)
      } else {
        return text.lines.place(of: index).line
      }
    }
    return nil
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

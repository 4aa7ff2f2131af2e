package import OmamoriReport

/// A comment that asks for findings not to be counted.
package struct SourceSuppression: Sendable, Hashable {
  /// The file it stands in, relative to the audited path.
  package let file: String
  /// What the file is for.
  package let context: FileContext
  /// The comment.
  package let region: SourceRegion
  /// The first line of the comment.
  package let snippet: String
  /// The names of the rules it speaks of, as they were written.
  package let rules: [String]
  /// The lines it holds for.
  package let lines: ClosedRange<Int>
  /// Why, or `nil` when no reason was given.
  package let reason: String?
  /// Who answers for it.
  package let author: String?
  /// The last day, as it was written.
  let until: String?
  /// Whether the comment begins a part that no other one ends.
  package let isOpen: Bool

  /// The last day on which it holds; `nil` when there is none or it is no day.
  package var expires: CalendarDay? { until.flatMap { CalendarDay($0) } }

  /// Why it holds for nothing, whatever the findings are.
  package func fault(on today: CalendarDay) -> Fault? {
    if isOpen { return .open }
    if reason == nil { return .noReason }
    guard let until else { return nil }
    guard let day = CalendarDay(until) else { return .noDay }
    return day < today ? .expired(day) : nil
  }

  /// Why a suppression does not hold.
  package enum Fault: Hashable {
    case noReason
    case noDay
    case expired(CalendarDay)
    case open
  }

  /// What findings that it holds for say of it.
  package var suppression: Suppression {
    Suppression(kind: .inSource, reason: reason ?? "", author: author, expires: expires)
  }
}

/// A comment in a file, by the place of its first and last byte.
struct SourceComment: Hashable {
  /// Where it stands, delimiters included.
  let range: Range<Int>
  /// Whether it stands alone: nothing but white space is before it in its line.
  let isAlone: Bool
}

/// A suppression that a configuration holds for files that have no comments of their own.
package struct ExternalSuppression: Sendable, Hashable {
  /// The rules whose findings it is about.
  package let rules: Set<RuleID>
  package let pattern: PathPattern
  /// What its findings say of it.
  package let suppression: Suppression

  /// Makes a suppression for the files that match `path`, a pattern such as those of `--exclude`.
  package init(
    rules: Set<RuleID>, path: String, reason: String, author: String? = nil, expires: CalendarDay? = nil
  ) {
    (self.rules, pattern) = (rules, PathPattern(path))
    suppression = Suppression(kind: .external, reason: reason, author: author, expires: expires)
  }
}

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

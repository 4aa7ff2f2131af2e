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

public import OmamoriCore

/// The value of an item's attribute.
///
/// A value; safe to share between threads.
public enum AttributeValue: Sendable, Hashable {
  /// A text.
  case text(String)
  /// Bytes.
  case data(Data)
  /// A number.
  case number(Int64)
  /// Yes or no.
  case flag(Bool)
  /// A moment.
  case date(Date)

  /// Which of the kinds this is.
  public var kind: AttributeKind {
    switch self {
    case .text: .text
    case .data: .data
    case .number: .number
    case .flag: .flag
    case .date: .date
    }
  }
}

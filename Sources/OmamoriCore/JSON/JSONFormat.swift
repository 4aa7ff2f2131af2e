/// How a JSON value is written; the same value and format always give the same bytes.
///
/// A value; safe to share between threads.
public struct JSONFormat: Sendable, Hashable {
  /// The order in which the members of an object are written.
  @nonexhaustive
  public enum Order: Sendable, Hashable {
    /// As they were read or added.
    case given
    /// By name, comparing code points.
    case sorted
  }

  /// Everything on one line, members in their order.
  public static let compact = JSONFormat()
  /// A line for each element and member, indented by two spaces, members in their order.
  public static let pretty = JSONFormat(indentation: 2)

  /// The number of spaces a level is indented by; 0 writes everything on one line without spaces.
  public var indentation: Int
  /// The order of members.
  public var order: Order
  /// Whether `<`, `>` and `&` are escaped, so that the text may stand in a `script` element of an HTML page.
  public var escapesHTML: Bool

  /// Makes a format.
  public init(indentation: Int = 0, order: Order = .given, escapesHTML: Bool = false) {
    (self.indentation, self.order, self.escapesHTML) = (indentation, order, escapesHTML)
  }
}

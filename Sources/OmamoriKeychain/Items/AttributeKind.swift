/// The kinds of values that attributes have.
///
/// A value; safe to share between threads.
public enum AttributeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A text.
  case text = 1
  /// Bytes.
  case data = 2
  /// A number.
  case number = 3
  /// Yes or no.
  case flag = 4
  /// A moment.
  case date = 5
}

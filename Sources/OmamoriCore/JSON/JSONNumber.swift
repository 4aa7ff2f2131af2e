/// A JSON number, kept as the text it was written with so that nothing is rounded.
///
/// Two numbers are equal when their texts are: `1` and `1.0` differ. A value; safe to share between threads.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number as JSON writes it, such as `-12.5e3`.
  public let text: String

  /// Trusts `validated` to follow the grammar.
  init(validated: String) { text = validated }

  /// Makes a number from its JSON text, or `nil` when the text is no JSON number (RFC 8259 §6).
  public init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= JSONLimits.standard.numberLength, JSONNumberGrammar.matches(bytes.byteSpan) else {
      return nil
    }
    self.init(validated: text)
  }

  /// Makes a number from an integer.
  public init(_ integer: some FixedWidthInteger) { text = String(integer) }

  /// Makes the shortest number that reads back as `value`, or `nil` for infinities and not-a-number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The exact integer, or `nil` when the text has a fraction or an exponent or does not fit `type`.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    Integer(text)
  }

  /// The nearest finite double, or `nil` when the number is too large for one.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The text.
  public var description: String { text }
}

/// A document in another format, with everything that is different there.
///
/// A value; safe to share between threads.
public struct PinConversion: Sendable, Hashable {
  /// The document in UTF-8, with a line feed at its end.
  public let text: String
  /// What is different, in the order of the entries.
  public let notes: [ConversionNote]
}

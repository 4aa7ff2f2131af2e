/// A document as it was read, with everything of it that could not be kept.
///
/// A value; safe to share between threads.
public struct PinReading: Sendable, Hashable {
  /// The pins.
  public let document: PinDocument
  /// What was left out, or is not what it seems in the source.
  public let notes: [ConversionNote]
}

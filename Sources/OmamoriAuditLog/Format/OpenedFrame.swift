public import OmamoriCore

/// What a frame holds, after it was authenticated.
///
/// A value; safe to share between threads.
public struct OpenedFrame: Sendable, Hashable {
  /// The most bytes of a payload: 64 KiB.
  public static let maximumPayload = 1 << 16

  /// What it holds.
  public let kind: FrameKind
  /// Its place among the entries of the log.
  public let sequence: UInt64
  /// When it was written, in milliseconds since 1970; that of a clear frame stands in its note.
  public let milliseconds: UInt64?
  /// The payload; the note of a clear frame.
  public let payload: [UInt8]

  init(kind: FrameKind, sequence: UInt64, milliseconds: UInt64?, payload: [UInt8]) {
    (self.kind, self.sequence) = (kind, sequence)
    (self.milliseconds, self.payload) = (milliseconds, payload)
  }

  /// When it was written, by the clock of the machine that wrote the log.
  public var date: Date? { milliseconds.map(LogTime.date) }
}

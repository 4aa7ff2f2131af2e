/// What a frame holds.
///
/// A value; safe to share between threads.
public enum FrameKind: UInt8, Sendable, Hashable, CaseIterable {
  /// An event.
  case event = 0x01
  /// Nothing but the time: the program still runs.
  case heartbeat = 0x02
  /// What the beginning of a run found of the run before.
  case recovered = 0x03
  /// The erasure of the key of private fields.
  case erasure = 0x04
  /// A checkpoint over everything before it, as a signed note that everybody can read.
  case checkpoint = 0x81
  /// The same, and the end of the segment.
  case close = 0x82

  /// Whether the content is authenticated but not encrypted.
  var isClear: Bool { rawValue & 0x80 != 0 }
}

public import OmamoriCore

/// That something was left out or changed, and why.
///
/// A value; safe to share between threads.
public struct ImportNote: Sendable {
  /// Why.
  public let reason: ImportReason
  /// The entry's name; it is the person's own and meant for their eyes, not for a log.
  public let name: Redacted<String>
  /// The line of the file, counted from 1, where it is known.
  public let line: Int?
}

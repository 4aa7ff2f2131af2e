/// Why the log cannot be written.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum LogStorageFault: Sendable, Hashable {
  /// Another process writes it.
  case inUse
  /// The disk, or the space given to the log, is full.
  case full
  /// It may not be written.
  case readOnly
  /// Writing failed; `code` is the system's error number. Nothing is written any more.
  case failed(code: Int32)
  /// It was closed.
  case closed
  /// More events came than can be written.
  case overloaded
}

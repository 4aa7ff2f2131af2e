/// The process that a report is about.
///
/// A value; safe to share between threads.
public enum IntegritySubject: Sendable, Hashable {
  /// The process that asks.
  case thisProcess
  /// Another process, looked at from outside.
  case process(Int32)
}

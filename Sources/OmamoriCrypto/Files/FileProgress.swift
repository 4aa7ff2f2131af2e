/// How far work on a file has come.
///
/// A value; safe to share between threads.
public struct FileProgress: Sendable, Hashable {
  /// The bytes of the input that are done.
  public let completed: UInt64
  /// The size of the input; `nil` for pipes.
  public let total: UInt64?

  /// The part that is done, from 0 to 1; `nil` for pipes.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(1, Double(completed) / Double($0)) }
  }
}

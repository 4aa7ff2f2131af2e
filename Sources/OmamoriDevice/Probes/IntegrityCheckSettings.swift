/// What an app says of itself, so that signals can be weighed.
///
/// A value; safe to share between threads.
public struct IntegrityCheckSettings: Sendable, Hashable {
  /// Whether all libraries are loaded when the checker is made, and nothing is compiled at run time.
  ///
  /// New libraries and new code outside files are then of medium confidence; otherwise innocent programs have them too,
  /// and they are of low confidence.
  public var isSettled: Bool

  /// Makes settings.
  ///
  /// - Parameter isSettled: See ``isSettled``; `false` unless the app knows.
  public init(isSettled: Bool = false) { self.isSettled = isSettled }
}

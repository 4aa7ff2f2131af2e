/// How much of a log's past is kept; what goes beyond is removed in whole segments, and a signed note keeps the rest verifiable.
///
/// Nothing is removed that a collector has not acknowledged, when there is delivery. A value; safe to share between
/// threads.
public struct LogRetention: Sendable, Hashable {
  /// Segments that ended longer ago are removed; `nil` for no limit.
  public var age: Duration?
  /// The oldest segments are removed while all have more bytes; `nil` for no limit.
  public var size: Int?

  /// Names the limits.
  public init(age: Duration? = nil, size: Int? = nil) { (self.age, self.size) = (age, size) }
}

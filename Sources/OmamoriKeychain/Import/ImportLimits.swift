/// The bounds within which importers work.
///
/// A value; safe to share between threads.
public struct ImportLimits: Sendable, Hashable {
  /// 100,000 items, 64 MiB, 64 levels.
  public static let standard = ImportLimits()

  /// The most items.
  public var items: Int
  /// The most bytes of a file, or of all files together.
  public var bytes: Int
  /// The deepest nesting of groups or folders, at most 128.
  public var depth: Int

  /// Makes limits; values below 1 count as 1.
  ///
  /// - Parameters:
  ///   - items: The most items.
  ///   - bytes: The most bytes.
  ///   - depth: The deepest nesting.
  public init(items: Int = 100_000, bytes: Int = 64 << 20, depth: Int = 64) {
    (self.items, self.bytes, self.depth) = (max(1, items), max(1, bytes), min(max(1, depth), 128))
  }
}

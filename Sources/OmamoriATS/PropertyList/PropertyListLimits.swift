/// The bounds within which a reader works.
public struct PropertyListLimits: Sendable, Hashable {
  /// How many bytes the file may have, and how many its texts and data values may have together.
  public var maximumBytes: Int
  /// How deep containers may be nested; the outermost one is level 1.
  public var maximumDepth: Int
  /// How many values the tree may have, each shared reference counted at every use.
  public var maximumNodes: Int

  /// Makes limits; values below 1 count as 1.
  public init(maximumBytes: Int, maximumDepth: Int, maximumNodes: Int) {
    self.maximumBytes = max(1, maximumBytes)
    self.maximumDepth = min(max(1, maximumDepth), PropertyListLimits.deepest)
    self.maximumNodes = max(1, maximumNodes)
  }

  /// The deepest nesting that can be asked for, so that no reader can exhaust the stack of a small thread.
  static let deepest = 512

  /// Property lists of applications: 32 MiB, 64 levels, 100,000 values.
  public static let standard = PropertyListLimits(
    maximumBytes: 32 << 20,
    maximumDepth: 64,
    maximumNodes: 100_000
  )

  /// Project files, which list every file of a large application: 64 MiB, 64 levels, 2,000,000 values.
  public static let project = PropertyListLimits(
    maximumBytes: 64 << 20,
    maximumDepth: 64,
    maximumNodes: 2_000_000
  )

  /// Interface files (storyboards and xibs): 64 MiB, 256 levels, 2,000,000 nodes.
  public static let interface = PropertyListLimits(
    maximumBytes: 64 << 20,
    maximumDepth: 256,
    maximumNodes: 2_000_000
  )
}

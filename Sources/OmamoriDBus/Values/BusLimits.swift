/// The bounds of what is read from and sent to a bus, below those of D-Bus itself.
///
/// A value; safe to share between threads.
package struct BusLimits: Sendable, Hashable {
  /// 16 levels, one million values, 32 MiB.
  package static let standard = BusLimits(depth: 16, values: 1_000_000, bytes: 32 << 20)

  /// How many arrays, structures and variants may enclose one another.
  package let depth: Int
  /// How many values a message may hold, those inside of others too.
  package let values: Int
  /// How many bytes its texts and byte arrays may have together.
  package let bytes: Int

  /// Makes limits.
  package init(depth: Int, values: Int, bytes: Int) {
    (self.depth, self.values, self.bytes) = (depth, values, bytes)
  }
}

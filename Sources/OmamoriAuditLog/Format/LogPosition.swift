/// Where a log ends, which is all that is needed to go on with it: small, and public as the log's headers are.
///
/// A value; safe to share between threads.
public struct LogPosition: Sendable, Hashable {
  /// The position of a log that has no segment yet.
  public static let beginning = LogPosition(segment: 0, tree: MerkleTree(), link: .zero, discarded: 0)

  /// The number of the next segment.
  public let segment: UInt64
  /// The tree over all entries: the segments' headers and frames.
  public let tree: MerkleTree
  /// The leaf hash of the last entry, zeros before the first one.
  public let link: LogHash
  /// The number of bytes after the last whole frame of the last segment, which the next header makes void.
  public let discarded: UInt64

  /// Makes a position of its parts.
  init(segment: UInt64, tree: MerkleTree, link: LogHash, discarded: UInt64) {
    (self.segment, self.tree, self.link, self.discarded) = (segment, tree, link, discarded)
  }
}

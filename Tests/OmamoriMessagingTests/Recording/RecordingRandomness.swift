import OmamoriCore

/// A source that remembers what it gave, so that a recording has the keys of a side.
final class RecordingRandomness: Randomness {
  private let draws = Protected<[[UInt8]]>([])

  /// Everything that was drawn, in its order.
  var all: [[UInt8]] { draws.withLock { $0 } }

  func fill(_ bytes: inout MutableRawSpan) throws(CoreError) {
    try SystemRandomness().fill(&bytes)
    // because the copy is made before the closure returns
    let copy = unsafe bytes.bytes.withUnsafeBytes { unsafe Array($0) }
    draws.withLock { $0.append(copy) }
  }
}

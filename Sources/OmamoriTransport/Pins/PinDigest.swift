import OmamoriCore

/// A SHA-256 digest as four words, so that two of them are compared without a branch and without memory of their own.
struct PinDigest: Sendable, Hashable {
  private let first, second, third, fourth: UInt64

  /// Takes the 32 bytes of a digest; `nil` for any other number.
  init?(_ digest: Data) {
    guard digest.count == 32 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (place, byte) in digest.enumerated() { words[place / 8] = words[place / 8] << 8 | UInt64(byte) }
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  /// Says whether both are the same, in a time that does not depend on where they differ.
  @inline(__always)
  func equals(_ other: PinDigest) -> Bool {
    (first ^ other.first) | (second ^ other.second) | (third ^ other.third) | (fourth ^ other.fourth) == 0
  }
}

/// What a receiver must know of a message before its key: which chain it belongs to, and its place there.
struct RatchetHeader: Sendable, Equatable {
  /// The length of an encoded header in bytes.
  static let byteCount = 40

  /// The sender's ratchet public key, 32 bytes.
  let ratchetKey: [UInt8]
  /// The number of messages in the sender's chain before this one.
  let previousCount: UInt32
  /// The number of the message in its chain, from 0.
  let number: UInt32

  /// The header in its fixed layout: the key, the previous count and the number, both big-endian.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    bytes.append(contentsOf: ratchetKey)
    bytes.append(bigEndian: previousCount)
    bytes.append(bigEndian: number)
    return bytes
  }

  /// Puts a header together.
  init(ratchetKey: [UInt8], previousCount: UInt32, number: UInt32) {
    self.ratchetKey = ratchetKey
    self.previousCount = previousCount
    self.number = number
  }

  /// Reads a header, or gives `nil` when it does not have 40 bytes.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    ratchetKey = Array(bytes[..<32])
    previousCount = bytes[32..<36].reduce(0) { $0 << 8 | UInt32($1) }
    number = bytes[36..<40].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

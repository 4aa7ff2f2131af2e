import OmamoriCore

/// What is remembered of the newest set that was accepted, in the bytes of a secret store.
struct PinUpdateRecord: Sendable, Hashable {
  /// The greatest number that was accepted.
  let sequence: UInt64
  /// SHA-256 of the payload with that number.
  let digest: [UInt8]
  /// The file itself, so that it counts after a start without a network.
  let document: [UInt8]

  private static let headerSize = 1 + 8 + 32

  init(sequence: UInt64, digest: [UInt8], document: [UInt8]) {
    (self.sequence, self.digest, self.document) = (sequence, digest, document)
  }

  /// Reads a record; `nil` when the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, bytes.count <= Self.headerSize + SignedPinEnvelope.greatestSize,
      bytes[0] == 1
    else { return nil }
    sequence = bytes[1..<9].reduce(0) { $0 << 8 | UInt64($1) }
    digest = Array(bytes[9..<Self.headerSize])
    document = Array(bytes[Self.headerSize...])
  }

  var bytes: [UInt8] {
    [1] + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (56 - 8 * UInt64($0))) } + digest + document
  }
}

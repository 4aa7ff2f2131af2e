/// The 96-bit nonce of one chunk, as two integers in big-endian order.
struct ChunkNonce: Sendable, Equatable {
  /// The first four bytes.
  var high: UInt32
  /// The last eight bytes.
  var low: UInt64

  /// The number of bytes.
  static let size = 12

  /// How a format numbers its chunks.
  enum Sequence: Sendable, Equatable {
    /// The number, big-endian, is added without carry (XOR) to a secret first nonce (Cobblestone, TLS 1.3).
    case offset(from: ChunkNonce)
    /// The number in 11 bytes, big-endian, and a byte that is 1 in the last chunk and 0 before (age's STREAM).
    case counterAndFinalFlag
    /// Each chunk begins with a nonce of its own, which says nothing about its place (old files, reading only).
    case stored
  }

  /// Takes the nonce from 12 bytes.
  init(_ bytes: RawSpan) {
    // because every caller gives at least 12 bytes, and every pattern of bits is an integer
    high = unsafe UInt32(bigEndian: bytes.unsafeLoadUnaligned(as: UInt32.self))
    // because the eight bytes lie within those 12
    low = unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 4, as: UInt64.self))
  }

  /// Puts a nonce together.
  init(high: UInt32, low: UInt64) { (self.high, self.low) = (high, low) }
}

extension ChunkNonce {
  /// Calls `body` with the twelve bytes.
  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The twelve bytes lie at the end of two words, in order.
    let words = (UInt64(high).bigEndian, low.bigEndian)
    // because the span ends with the closure
    return try unsafe withUnsafeBytes(of: words) { bytes throws(Failure) in
      try body(unsafe bytes.bytes.extracting(4...))  // because the words outlive the closure
    }
  }
}

extension ChunkNonce.Sequence {
  /// The nonce of a chunk; `nil` where each chunk carries its own.
  func nonce(of index: UInt64, isFinal: Bool) -> ChunkNonce? {
    switch self {
    case .offset(let first): ChunkNonce(high: first.high, low: first.low ^ index)
    case .counterAndFinalFlag:
      ChunkNonce(high: UInt32(truncatingIfNeeded: index >> 56), low: index << 8 | (isFinal ? 1 : 0))
    case .stored: nil
    }
  }
}

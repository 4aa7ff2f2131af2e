import OmamoriCore

/// How a format cuts a payload into chunks, and what the sizes on both sides say about it.
struct ChunkLayout: Sendable, Equatable {
  /// What a format requires of the last chunk, so that a file cut off between two chunks is told from a whole one.
  enum FinalChunk: Sendable {
    /// It is always shorter than the others, empty if need be (Cobblestone).
    case shorter
    /// It may be full, and is empty only when the whole payload is (age).
    case emptyOnlyIfAlone
  }

  /// The format, for error messages.
  let format: CryptoFormat
  /// The bytes of plaintext in every chunk but the last.
  let chunkSize: Int
  /// The bytes that sealing adds to each chunk.
  let overhead: Int
  /// The rule for the last chunk.
  let finalChunk: FinalChunk
  /// The most chunks that one payload has.
  let maximumChunks: UInt64

  /// The bytes of a full chunk once it is sealed.
  var sealedChunkSize: Int { chunkSize + overhead }

  /// The number of chunks for a payload of `size` bytes.
  ///
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` when the format cannot hold that many.
  func chunkCount(forPlaintext size: UInt64) throws(CryptoError) -> UInt64 {
    let whole = size / UInt64(chunkSize)
    let count =
      switch finalChunk {
      case .shorter: whole + 1
      case .emptyOnlyIfAlone: max(1, whole + (size % UInt64(chunkSize) == 0 ? 0 : 1))
      }
    guard count <= maximumChunks else { throw tooLarge }
    return count
  }

  /// The size of a payload of `size` bytes once it is sealed.
  ///
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` when the format cannot hold it.
  func sealedSize(ofPlaintext size: UInt64) throws(CryptoError) -> UInt64 {
    let added = try chunkCount(forPlaintext: size) * UInt64(overhead)
    let (sum, isTooLarge) = size.addingReportingOverflow(added)
    guard !isTooLarge else { throw tooLarge }
    return sum
  }

  /// The number of chunks and of bytes of plaintext in a sealed payload of `size` bytes, going by its size alone.
  ///
  /// - Throws: `CryptoError.truncated(_:)` when no payload has this size, `CryptoError.malformed(_:offset:)` for an
  ///   empty last chunk where the format allows none.
  func contents(ofSealed size: UInt64) throws(CryptoError) -> (chunks: UInt64, plaintext: UInt64) {
    let (whole, rest) = size.quotientAndRemainder(dividingBy: UInt64(sealedChunkSize))
    let chunks = whole + (rest == 0 ? 0 : 1)
    switch finalChunk {
    case .shorter where rest < UInt64(overhead): throw .truncated(format)
    case .emptyOnlyIfAlone where chunks == 0 || rest != 0 && rest < UInt64(overhead): throw .truncated(format)
    case .emptyOnlyIfAlone where rest == UInt64(overhead) && chunks > 1:
      throw .malformed(format, offset: nil)
    default: break
    }
    guard chunks <= maximumChunks else { throw tooLarge }
    return (chunks, size - chunks * UInt64(overhead))
  }

  /// Refuses a last chunk that the rule does not allow.
  ///
  /// - Parameters:
  ///   - size: The size of the sealed chunk, at most ``sealedChunkSize``.
  ///   - index: Its number.
  /// - Throws: `CryptoError.truncated(_:)` or `CryptoError.malformed(_:offset:)`.
  func checkFinal(sealedSize size: Int, index: UInt64) throws(CryptoError) {
    guard size >= overhead else { throw .truncated(format) }
    switch finalChunk {
    case .shorter where size == sealedChunkSize: throw .truncated(format)
    case .emptyOnlyIfAlone where size == overhead && index > 0: throw .malformed(format, offset: nil)
    default: break
    }
  }

  private var tooLarge: CryptoError {
    let (bytes, isTooLarge) = Int(clamping: maximumChunks).multipliedReportingOverflow(by: chunkSize)
    return .outOfRange(lower: 0, upper: isTooLarge ? .max : bytes)
  }
}

/// The 96-bit nonce of one chunk, as two integers in big-endian order.
package struct ChunkNonce: Sendable, Equatable {
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

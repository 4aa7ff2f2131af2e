import OmamoriCore

/// The bytes of a source, and the digest of those that it gave.
///
/// Safe to use from any thread; one at a time asks.
final class DigestingSource: ByteSource {
  private let base: any ByteSource
  private let hash = Protected(SHA256())

  init(_ base: any ByteSource) { self.base = base }

  /// SHA-256 of all bytes so far.
  var digest: [UInt8] { Array(hash.withLock { $0.finalize() }) }

  func next(into room: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) -> Int {
    let count = try unsafe base.next(into: room, isCancelled: isCancelled)  // because it is the caller's room
    let copy = unsafe Array(room[..<count])  // because that many bytes were read into the room
    hash.withLock { $0.update(data: copy) }
    return count
  }
}

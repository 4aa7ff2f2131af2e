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

/// A place that takes bytes, and the digest of those that it took.
///
/// Safe to use from any thread; one at a time writes.
final class DigestingSink: ByteSink {
  private let base: any ByteSink
  private let hash = Protected(SHA256())

  init(_ base: any ByteSink) { self.base = base }

  /// SHA-256 of all bytes so far.
  var digest: [UInt8] { Array(hash.withLock { $0.finalize() }) }

  func writeNext(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) {
    let copy = unsafe Array(bytes)  // because the bytes are copied at once
    hash.withLock { $0.update(data: copy) }
    try unsafe base.writeNext(bytes, isCancelled: isCancelled)  // because the bytes are the caller's
  }

  func finishWriting(isCancelled: () -> Bool) throws(CryptoError) {
    try base.finishWriting(isCancelled: isCancelled)
  }
}

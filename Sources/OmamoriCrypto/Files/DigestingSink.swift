import OmamoriCore

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

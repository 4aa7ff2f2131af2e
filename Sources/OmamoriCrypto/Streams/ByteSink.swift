import OmamoriCore

/// A place that takes bytes one after the other: a pipe, a file, or what an encoder makes of one.
///
/// One thread at a time writes. A conforming type is safe to hand from thread to thread.
protocol ByteSink: Sendable {
  /// Writes all bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes after those that were written before.
  ///   - isCancelled: Asked while nothing can be written.
  /// - Throws: ``CryptoError``.
  func writeNext(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError)

  /// Writes what belongs at the end.
  ///
  /// - Parameter isCancelled: Asked while nothing can be written.
  /// - Throws: ``CryptoError``.
  func finishWriting(isCancelled: () -> Bool) throws(CryptoError)
}

extension ByteSink {
  /// Writes all bytes of an array.
  ///
  /// - Throws: ``CryptoError``.
  func write(_ bytes: [UInt8], isCancelled: () -> Bool) throws(CryptoError) {
    // because UInt8 has no padding, and the array outlives the call
    try unsafe bytes.byteSpan.bytes.withUnsafeBytes { bytes throws(CryptoError) in
      try unsafe writeNext(bytes, isCancelled: isCancelled)  // because the array outlives the call
    }
  }
}

extension OpenFile: ByteSink {
  func finishWriting(isCancelled: () -> Bool) throws(CryptoError) {}
}

import OmamoriCore

/// Bytes that come one after the other: a pipe, or what a decoder makes of one.
///
/// One thread at a time asks. A conforming type is safe to hand from thread to thread.
protocol ByteSource: Sendable {
  /// Fills as much of the room as comes next, at least one byte.
  ///
  /// - Parameters:
  ///   - room: Room for at least one byte.
  ///   - isCancelled: Asked while nothing comes.
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: `CryptoError`.
  func next(into room: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) -> Int
}

extension ByteSource {
  /// Fills the room until it is full or the bytes end; gives the number of bytes.
  ///
  /// - Throws: `CryptoError`.
  func fill(
    _ room: UnsafeMutableRawBufferPointer,
    isCancelled: () -> Bool
  ) throws(CryptoError) -> Int {
    var filled = 0
    while filled < room.count {
      // because the part lies within the room
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
      let count = try unsafe next(into: rest, isCancelled: isCancelled)  // because it is a part of our room
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}

/// The bytes of an open pipe, file or device from where it stands.
struct DescriptorSource: ByteSource {
  let file: OpenFile

  func next(into room: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) -> Int {
    try unsafe file.readNext(into: room, isCancelled: isCancelled)  // because the room is the caller's
  }
}

/// A place that takes bytes one after the other: a pipe, a file, or what an encoder makes of one.
///
/// One thread at a time writes. A conforming type is safe to hand from thread to thread.
protocol ByteSink: Sendable {
  /// Writes all bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes after those that were written before.
  ///   - isCancelled: Asked while nothing can be written.
  /// - Throws: `CryptoError`.
  func writeNext(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError)

  /// Writes what belongs at the end.
  ///
  /// - Parameter isCancelled: Asked while nothing can be written.
  /// - Throws: `CryptoError`.
  func finishWriting(isCancelled: () -> Bool) throws(CryptoError)
}

extension ByteSink {
  /// Writes all bytes of an array.
  ///
  /// - Throws: `CryptoError`.
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

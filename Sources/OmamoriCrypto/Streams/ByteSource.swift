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
  /// - Throws: ``CryptoError``.
  func next(into room: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) throws(CryptoError) -> Int
}

extension ByteSource {
  /// Fills the room until it is full or the bytes end; gives the number of bytes.
  ///
  /// - Throws: ``CryptoError``.
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

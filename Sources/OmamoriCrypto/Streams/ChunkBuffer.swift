import OmamoriCore

/// Room for a group of chunks, wiped when it is given back.
///
/// Not Sendable: it belongs to one thread.
@safe
final class ChunkBuffer {
  /// The bytes.
  let bytes: UnsafeMutableRawBufferPointer

  /// Takes room on a boundary of pages, which the kernel copies fastest.
  init(count: Int) {
    // because the deinitialiser gives it back
    unsafe bytes = .allocate(byteCount: max(count, 1), alignment: 4096)
  }

  deinit {
    if let base = unsafe bytes.baseAddress {
      unsafe MemoryPages.wipe(base, bytes.count)  // because nobody uses the room any more
    }
    unsafe bytes.deallocate()  // because it is ours
  }

  /// A part of the room.
  subscript(range: Range<Int>) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])  // because the range lies within the room
  }
}

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
    // because nobody uses the room any more; the call cannot be left out by the optimiser
    unsafe Self.wipe(bytes)
    unsafe bytes.deallocate()  // because it is ours
  }

  /// A part of the room.
  subscript(range: Range<Int>) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])  // because the range lies within the room
  }

  @inline(never) @_optimize(none)
  private static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    // because the room is initialised with zeros
    unsafe _ = bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }
}

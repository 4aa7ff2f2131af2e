#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Memory in pages of 2 MiB: the first touch of a large result is most of the work otherwise.
package enum LargePages {
  /// The size of a large page in bytes.
  package static let size = 2 << 20

  /// Asks for large pages within room that nothing has been written to; a refusal changes nothing.
  ///
  /// Does nothing on Apple systems, which choose the size of pages by themselves.
  package static func prefer(for room: UnsafeMutableRawBufferPointer) {
    #if !canImport(Darwin)
    guard room.count >= 4 * size, let base = room.baseAddress else { return }
    let offset = (size - Int(bitPattern: base) % size) % size
    // because the range lies within the room
    unsafe _ = madvise(base + offset, (room.count - offset) / size * size, MADV_HUGEPAGE)
    #endif
  }
}

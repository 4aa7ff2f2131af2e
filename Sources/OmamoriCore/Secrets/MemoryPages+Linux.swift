#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension MemoryPages {
  static let anonymousMapping = MAP_ANONYMOUS

  /// Leaves the pages out of core dumps and gives forked children zeros in their place, as far as the kernel can.
  static func hide(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    // because the caller passes a mapping of its own; a kernel without one of these only protects less
    unsafe _ = madvise(base, byteCount, MADV_DONTDUMP)
    unsafe _ = madvise(base, byteCount, MADV_WIPEONFORK)  // because the same holds here
  }

  /// Leaves shared pages out of forked children, which would see and change them; touching them ends the child.
  static func keepFromChildren(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    unsafe _ = madvise(base, byteCount, MADV_DONTFORK)  // because the caller passes a mapping of its own
  }

  /// Overwrites memory with zeros in a way that the optimiser keeps.
  package static func wipe(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    unsafe explicit_bzero(base, byteCount)  // because the caller passes memory of its own
  }
}
#endif

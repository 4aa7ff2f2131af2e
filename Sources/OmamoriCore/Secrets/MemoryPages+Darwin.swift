#if canImport(Darwin)
import Darwin

extension MemoryPages {
  static let anonymousMapping = MAP_ANON

  private static let inheritNothing = Int32(VM_INHERIT_NONE)

  /// Keeps the pages from forked children; core dumps are off by default on Apple systems.
  static func hide(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    unsafe _ = minherit(base, byteCount, inheritNothing)  // because the caller passes a mapping of its own
  }

  /// Leaves shared pages out of forked children.
  static func keepFromChildren(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    unsafe hide(base, byteCount)  // because the caller passes a mapping of its own
  }

  /// Overwrites memory with zeros in a way that the optimiser keeps.
  package static func wipe(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    unsafe _ = memset_s(base, byteCount, 0, byteCount)  // because the caller passes memory of its own
  }
}
#endif

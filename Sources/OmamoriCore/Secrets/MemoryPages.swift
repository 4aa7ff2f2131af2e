#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whole pages of memory between two guard pages, locked into memory where the system allows it.
///
/// A read or write that runs over either end ends the process instead of touching other memory. The pages are left out
/// of core dumps, and a forked child does not get their content.
@safe
package struct MemoryPages {
  /// The first usable byte, aligned to a page and zero at first.
  let base: UnsafeMutableRawPointer
  /// The number of usable bytes, a multiple of the page size.
  let byteCount: Int
  /// Whether the pages are kept out of swap; `false` when RLIMIT_MEMLOCK or the system forbids it.
  let isLocked: Bool

  /// The size of a page in bytes.
  static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Maps at least `minimum` bytes.
  init(atLeast minimum: Int) {
    let page = Self.pageSize
    // because a size this large cannot come from a bounded decoder and no system could map it
    precondition(minimum < Int.max / 2, "a secret cannot be that large")
    byteCount = max(page, (minimum + page - 1) / page * page)
    let (extent, flags) = (byteCount + 2 * page, MAP_PRIVATE | Self.anonymousMapping)
    // because no address is passed in
    let mapped = unsafe mmap(nil, extent, PROT_NONE, flags, -1, 0)
    // because MAP_FAILED is only compared with
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      // because without address space no allocation can succeed, which ends Swift programs everywhere else too
      preconditionFailure("the system has no memory left for a secret")
    }
    // because the first guard page is a part of the mapping
    unsafe base = mapped + page
    // because base and byteCount describe what lies between the guard pages
    guard unsafe mprotect(base, byteCount, PROT_READ | PROT_WRITE) == 0 else {
      // because the commit limit is reached, which ends Swift programs everywhere else too
      preconditionFailure("the system has no memory left for a secret")
    }
    // because base and byteCount describe what lies between the guard pages
    unsafe Self.hide(base, byteCount)
    // because the same holds here
    isLocked = unsafe mlock(base, byteCount) == 0
  }

  /// Returns the pages to the system; the caller has wiped them.
  func unmap() {
    // because base came from a mapping of exactly this extent and nobody uses it any more
    unsafe _ = munmap(base - Self.pageSize, byteCount + 2 * Self.pageSize)
  }
}

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
  /// Whether the pages come from the process's ``SecretBacking``.
  let isHidden: Bool

  /// The size of a page in bytes.
  static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Maps at least `minimum` bytes.
  init(atLeast minimum: Int) {
    let page = Self.pageSize
    // because a size this large cannot come from a bounded decoder and no system could map it
    precondition(minimum < Int.max / 2, "a secret cannot be that large")
    byteCount = max(page, (minimum + page - 1) / page * page)
    if let source = SecretBacking.current, case .success(let address) = Self.map(byteCount, from: source),
      // because the address is that of a mapping for this value alone
      let hidden = unsafe UnsafeMutableRawPointer(bitPattern: address)
    {
      unsafe base = hidden  // because base and byteCount describe what lies between the guard pages
      // Such memory is never in swap or in a core file.
      (isLocked, isHidden) = (true, true)
      return
    }
    isHidden = false
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
    guard unsafe mprotect(base, byteCount, PROT_READ | PROT_WRITE) == 0 else {
      // because the commit limit is reached, which ends Swift programs everywhere else too
      preconditionFailure("the system has no memory left for a secret")
    }
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

extension MemoryPages {
  /// Why no page of a source can be mapped; 0 when one can.
  static func trial(of source: SecretBacking.Source) -> Int32 {
    switch map(pageSize, from: source) {
    case .success(let address):
      // because nobody else uses the mapping, which begins with a guard page and ends with one
      unsafe _ = munmap(UnsafeMutableRawPointer(bitPattern: address - UInt(pageSize)), 3 * pageSize)
      return 0
    case .failure(let error): return error.code
    }
  }

  private struct MappingError: Error {
    let code: Int32
  }

  /// Maps a source's memory between two guard pages, which are a part of it that cannot be touched.
  ///
  /// - Returns: The address of the first usable byte.
  private static func map(
    _ byteCount: Int, from source: SecretBacking.Source
  ) -> Result<UInt, MappingError> {
    let (descriptor, extent) = (source(), byteCount + 2 * pageSize)
    guard descriptor >= 0 else { return .failure(MappingError(code: -descriptor)) }
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(extent)) == 0 else { return .failure(MappingError(code: errno)) }
    // because no address is passed in
    let mapped = unsafe mmap(nil, extent, PROT_NONE, MAP_SHARED, descriptor, 0)
    // because MAP_FAILED is only compared with
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      return .failure(MappingError(code: errno))
    }
    // because the first guard page is a part of the mapping
    let base = unsafe mapped + pageSize
    // because base and byteCount describe what lies between the guard pages
    guard unsafe mprotect(base, byteCount, PROT_READ | PROT_WRITE) == 0 else {
      let code = errno
      unsafe _ = munmap(mapped, extent)  // because nobody uses it
      return .failure(MappingError(code: code))
    }
    unsafe keepFromChildren(mapped, extent)  // because the mapping is this function's own
    return .success(UInt(bitPattern: base))
  }
}

extension MemoryPages {
  #if canImport(Darwin)
  private static let anonymousMapping = MAP_ANON
  private static let inheritNothing = Int32(VM_INHERIT_NONE)
  #else
  private static let anonymousMapping = MAP_ANONYMOUS
  #endif

  /// Leaves the pages out of core dumps, which are off by default on Apple systems, and keeps them from forked children:
  /// on Linux those get zeros in their place, as far as the kernel can.
  private static func hide(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if canImport(Darwin)
    unsafe _ = minherit(base, byteCount, inheritNothing)  // because the caller passes a mapping of its own
    #else
    // because the caller passes a mapping of its own; a kernel without one of these only protects less
    unsafe _ = madvise(base, byteCount, MADV_DONTDUMP)
    unsafe _ = madvise(base, byteCount, MADV_WIPEONFORK)  // because the same holds here
    #endif
  }

  /// Leaves shared pages out of forked children, which would see and change them; touching them ends the child.
  private static func keepFromChildren(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if canImport(Darwin)
    unsafe hide(base, byteCount)  // because the caller passes a mapping of its own
    #else
    unsafe _ = madvise(base, byteCount, MADV_DONTFORK)  // because the caller passes a mapping of its own
    #endif
  }

  /// Overwrites memory with zeros in a way that the optimiser keeps.
  package static func wipe(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if canImport(Darwin)
    unsafe _ = memset_s(base, byteCount, 0, byteCount)  // because the caller passes memory of its own
    #else
    unsafe explicit_bzero(base, byteCount)  // because the caller passes memory of its own
    #endif
  }
}

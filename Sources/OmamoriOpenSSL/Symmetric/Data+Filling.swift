import Glibc
package import OmamoriCore

extension Data {
  /// Makes data that a closure writes, in memory that is allocated once and not cleared before.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - body: Writes all of them. When it throws, the memory is freed as `body` left it.
  /// - Throws: What `body` throws, or `CryptoError.outOfMemory`.
  package init(
    byteCount count: Int,
    initializingWith body: (inout MutableRawSpan) throws(CryptoError) -> Void
  ) throws(CryptoError) {
    // because the memory belongs to this function until the data take it over, and is written before it is read
    guard let start = unsafe malloc(Swift.max(count, 1)) else { throw .outOfMemory }
    do throws(CryptoError) {
      var bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count).mutableBytes
      try body(&bytes)
    } catch {
      unsafe free(start)
      throw error
    }
    unsafe self.init(bytesNoCopy: start, count: count, deallocator: .free)
  }
}

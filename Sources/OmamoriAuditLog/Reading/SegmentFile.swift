#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// An open segment file, closed with its last owner; it is only read, and only at given places.
final class SegmentFile: Sendable {
  private let descriptor: Int32

  /// Opens a file; one that is a link or no regular file is refused.
  init(path: String) throws(AuditLogError) {
    // because the path is only read during the call
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ELOOP { throw .format(.malformed(offset: 0)) }
      throw .system(code: errno)
    }
    var status = stat()
    // because the structure is only written during the call
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .format(.malformed(offset: 0))
    }
  }

  deinit { close(descriptor) }

  /// The number of bytes that it has now.
  func size() throws(AuditLogError) -> Int {
    var status = stat()
    // because the structure is only written during the call
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(code: errno) }
    return Int(status.st_size)
  }

  /// Reads at a place; fewer bytes come only at the end of the file.
  ///
  /// - Returns: The number of bytes that were read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(AuditLogError) -> Int {
    var count = 0
    while count < buffer.count {
      // because the rest of the buffer has room for what is asked for
      let part = unsafe pread(
        descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).baseAddress,
        buffer.count - count,
        off_t(offset + count))
      if part < 0 && errno == EINTR { continue }
      guard part >= 0 else { throw .system(code: errno) }
      guard part > 0 else { break }
      count += part
    }
    return count
  }
}

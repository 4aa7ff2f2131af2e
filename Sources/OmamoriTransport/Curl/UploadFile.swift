#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// A file that is sent as the body of a request; closed when nobody needs it.
// because the descriptor belongs to this object, and reading at a place of its own choice moves nothing
@safe
final class UploadFile: Sendable {
  private let descriptor: Int32
  /// The size in bytes when it was opened; as many are sent.
  let size: Int64

  /// Opens a file.
  ///
  /// - Parameter path: A regular file.
  /// - Throws: ``TransportError/file(code:)``, also for what is no regular file.
  init(path: String) throws(TransportError) {
    // because open reads the path during the call; a pipe must not be waited for
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .file(code: errno) }
    var status = stat()
    // because fstat fills the record that is passed
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .file(code: EINVAL)
    }
    (self.descriptor, size) = (descriptor, Int64(status.st_size))
  }

  deinit { close(descriptor) }

  /// Whether it is still as large as when it was opened.
  var hasItsSize: Bool {
    var status = stat()
    // because fstat fills the record that is passed
    return unsafe fstat(descriptor, &status) == 0 && Int64(status.st_size) == size
  }

  /// Reads at a place, never more than there were bytes when it was opened.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> UploadPipe.Reading {
    let wanted = min(Int64(buffer.count), size - offset)
    guard wanted > 0 else { return .end }
    // because the buffer has room for as many bytes
    let count = unsafe pread(descriptor, buffer.baseAddress, Int(wanted), off_t(offset))
    // A file that became shorter must not look like a complete body.
    return count > 0 ? .bytes(count) : .failed
  }
}
#endif

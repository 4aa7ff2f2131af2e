#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file in a ``StoreFolder``, closed with its last owner, which also gives up its lock.
///
/// Safe to use from any thread.
final class FolderFile: Sendable {
  /// The number the system knows it by.
  let descriptor: Int32

  /// Takes over an open descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a file for writing, readable for its owner only; a symbolic link is not followed.
  ///
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  convenience init(_ name: String, in folder: Int32, _ flags: Int32) throws(MessagingError) {
    // because the name is only read during the call
    let opened = unsafe openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
    guard opened >= 0 else { throw MessagingError(writingCode: errno) }
    self.init(opened)
  }

  deinit { _ = close(descriptor) }

  /// What the system says of it.
  ///
  /// - Throws: ``MessagingError/system(code:)``.
  func information() throws(MessagingError) -> stat {
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &information) == 0 else { throw .system(code: errno) }
    return information
  }

  /// The bytes of a file of a known size.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged`` when it is shorter,
  ///   ``MessagingError/system(code:)``.
  func content(size: Int) throws(MessagingError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      // because the call writes at most the rest of the room
      let count = unsafe bytes[filled...].withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(filled))
      }
      if count == 0 { throw .storage(.damaged) }
      if count > 0 { filled += count } else if errno != EINTR { throw .system(code: errno) }
    }
    return bytes
  }

  /// Writes all of the bytes from the start of the file.
  ///
  /// - Throws: ``MessagingError/storage(_:)``, ``MessagingError/system(code:)``.
  func fill(_ bytes: [UInt8]) throws(MessagingError) {
    var written = 0
    while written < bytes.count {
      // because the call reads at most the rest of the bytes
      let count = unsafe bytes[written...].withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(written))
      }
      if count == 0 { throw .system(code: EIO) }
      if count > 0 { written += count } else if errno != EINTR { throw MessagingError(writingCode: errno) }
    }
  }
}

extension MessagingError {
  /// What an error number means to whoever wanted to write.
  init(writingCode code: Int32) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: self = .storage(.full)
    case EROFS, EACCES, EPERM: self = .storage(.readOnly)
    default: self = .system(code: code)
    }
  }
}

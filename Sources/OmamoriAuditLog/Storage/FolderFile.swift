#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// An open file in the folder of a log.
///
/// Safe to use from any thread; one writer at a time.
final class FolderFile: LogFile {
  private struct State {
    var descriptor: Int32
    var size: Int
  }

  private let state: Protected<State>

  /// Takes over a descriptor.
  ///
  /// - Throws: ``AuditLogError/storage(_:)`` for what is no regular file of this user.
  init(_ descriptor: Int32) throws(AuditLogError) {
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      information.st_uid == geteuid()
    else {
      _ = SystemFile.giveBack(descriptor)
      throw .storage(.readOnly)
    }
    state = Protected(State(descriptor: descriptor, size: Int(information.st_size)))
  }

  deinit { close() }

  var size: Int { state.withLock { $0.size } }

  func append(_ bytes: [UInt8]) throws(AuditLogError) {
    try state.withLock { state throws(AuditLogError) in
      var written = 0
      while written < bytes.count {
        let start = state.size
        // because the call reads at most the rest of the bytes
        let count = unsafe bytes[written...].withUnsafeBytes {
          unsafe pwrite(state.descriptor, $0.baseAddress, $0.count, off_t(start))
        }
        if count < 0 {
          if errno == EINTR { continue }
          throw .storage(LogStorageFault(code: errno))
        }
        guard count > 0 else { throw .storage(.failed(code: EIO)) }
        written += count
        state.size += count
      }
    }
  }

  func synchronize() throws(AuditLogError) {
    let descriptor = state.withLock { $0.descriptor }
    guard SystemFile.flush(descriptor) == 0 else { throw .storage(LogStorageFault(code: errno)) }
  }

  /// A part of the file; shorter when it ends before.
  func read(at offset: Int, count: Int) throws(AuditLogError) -> [UInt8] {
    let descriptor = state.withLock { $0.descriptor }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      // because the call writes at most the rest of the room
      let got = unsafe bytes[filled...].withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset + filled))
      }
      if got == 0 { break }
      if got > 0 { filled += got } else if errno != EINTR { throw .storage(LogStorageFault(code: errno)) }
    }
    return filled == count ? bytes : Array(bytes[..<filled])
  }

  /// Takes the lock of the file; `false` when somebody else has it.
  func lock() throws(AuditLogError) -> Bool {
    let descriptor = state.withLock { $0.descriptor }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw .storage(LogStorageFault(code: errno)) }
      return false
    }
    return true
  }

  func close() {
    let descriptor = state.withLock { state in
      defer { state.descriptor = -1 }
      return state.descriptor
    }
    if descriptor >= 0 { _ = SystemFile.giveBack(descriptor) }
  }
}

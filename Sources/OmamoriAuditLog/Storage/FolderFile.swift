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
  /// A descriptor that is closed with the last call that uses it.
  private final class Opening: Sendable {
    let file: FileDescriptor
    init(_ file: consuming FileDescriptor) { self.file = file }
  }

  private struct State {
    var opening: Opening?
    var size: Int
  }

  private let state: Protected<State>

  /// Takes over a descriptor.
  ///
  /// - Throws: ``AuditLogError/storage(_:)`` for what is no regular file of this user.
  init(_ file: consuming FileDescriptor) throws(AuditLogError) {
    guard let status = try? file.status(), status.kind == .file, status.isOwn else {
      throw .storage(.readOnly)
    }
    state = Protected(State(opening: Opening(file), size: status.size))
  }

  var size: Int { state.withLock { $0.size } }

  func append(_ bytes: [UInt8]) throws(AuditLogError) {
    try state.withLock { state throws(AuditLogError) in
      let opening = try Self.opening(state)
      do throws(SystemFailure) {
        try opening.file.write(bytes, at: UInt64(state.size))
        state.size += bytes.count
      } catch {
        // because a file that says nothing has what was counted
        if let status = try? opening.file.status() { state.size = status.size }
        throw .storage(LogStorageFault(code: error.code))
      }
    }
  }

  func synchronize() throws(AuditLogError) {
    let opening = try Self.opening(state.current)
    try AuditLogError.storing { () throws(SystemFailure) in try opening.file.synchronize(contentOnly: true) }
  }

  /// A part of the file; shorter when it ends before.
  func read(at offset: Int, count: Int) throws(AuditLogError) -> [UInt8] {
    let opening = try Self.opening(state.current)
    return try AuditLogError.storing { () throws(SystemFailure) in
      try opening.file.read(count, at: UInt64(max(0, offset)))
    }
  }

  /// Takes the lock of the file; `false` when somebody else has it.
  func lock() throws(AuditLogError) -> Bool {
    let opening = try Self.opening(state.current)
    return try AuditLogError.storing { () throws(SystemFailure) in try opening.file.lock(LOCK_EX | LOCK_NB) }
  }

  func close() { state.withLock { $0.opening = nil } }

  private static func opening(_ state: State) throws(AuditLogError) -> Opening {
    guard let opening = state.opening else { throw .storage(.failed(code: EBADF)) }
    return opening
  }
}

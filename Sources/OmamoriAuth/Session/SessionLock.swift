import OmamoriCore
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The right to refresh a session, held by one process at a time.
///
/// Safe to use from any thread.
public protocol SessionLock: Sendable {
  /// Lets the next one in; a second call does nothing.
  func release() async
}

/// A lock between processes: flock(2) on a file that stays.
///
/// The kernel frees it when the process ends in any way. Two locks of one process exclude each other, too. Safe to use
/// from any thread.
final class FileLock: SessionLock {
  private let file: Protected<FileDescriptor?>

  private init(_ file: consuming FileDescriptor) { self.file = Protected(file) }

  /// Takes the lock if it is free.
  ///
  /// - Parameter path: The file, which is made when it is missing; its folder has to be there.
  /// - Returns: The lock; `nil` when somebody else has it.
  /// - Throws: ``AuthError/system(code:)``, also for a symbolic link in place of the file.
  static func take(_ path: String) throws(AuthError) -> FileLock? {
    try lock(
      SystemFailure.rethrown(as: { AuthError.system(code: $0.code) }) { () throws(SystemFailure) in
        try FileDescriptor(path.utf8, O_RDWR | O_CREAT | O_NOFOLLOW)
      }, of: path)
  }

  /// Takes the lock of a file that is open, and closes it otherwise.
  static func lock(_ file: consuming FileDescriptor, of path: String) throws(AuthError) -> FileLock? {
    // A file that was removed between opening and locking is nobody else's lock: the caller asks again.
    let isTaken = try SystemFailure.rethrown(as: { AuthError.system(code: $0.code) }) {
      () throws(SystemFailure) in
      guard try file.lock(LOCK_EX | LOCK_NB) else { return false }
      let held = try file.status().identity
      return (try? FileStatus.of(path, followsLink: false).get())?.identity == held
    }
    return isTaken ? FileLock(file) : nil
  }

  func release() async { _ = file.withLock { $0.take() } }
}

/// Asks for a lock until it is free; nothing blocks meanwhile.
enum LockPolling {
  /// - Parameters:
  ///   - limit: How long to ask at most.
  ///   - attempt: Takes the lock, or gives `nil` when somebody else has it.
  /// - Returns: The lock.
  /// - Throws: `session(.busy)`, `cancelled`, and what `attempt` throws.
  static func acquire(
    within limit: Duration, _ attempt: @Sendable () async throws(AuthError) -> (any SessionLock)?
  ) async throws(AuthError) -> any SessionLock {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: limit)
    var pause = Duration.milliseconds(2)
    while true {
      if let lock = try await attempt() { return lock }
      guard clock.now < end else { throw .session(.busy) }
      do { try await clock.sleep(until: min(end, clock.now.advanced(by: pause)), tolerance: nil) } catch {
        throw .cancelled
      }
      pause = min(pause * 3 / 2, .milliseconds(50))
    }
  }
}

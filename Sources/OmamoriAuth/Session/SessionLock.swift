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
  private let descriptor: Protected<Int32>

  private init(_ descriptor: Int32) { self.descriptor = Protected(descriptor) }

  deinit { free() }

  /// Takes the lock if it is free.
  ///
  /// - Parameter path: The file, which is made when it is missing; its folder has to be there.
  /// - Returns: The lock; `nil` when somebody else has it.
  /// - Throws: ``AuthError/system(code:)``, also for a symbolic link in place of the file.
  static func take(_ path: String) throws(AuthError) -> FileLock? {
    // because the path is only read during the call
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system(code: errno) }
    return try lock(descriptor, of: path)
  }

  /// Takes the lock of a file that is open, and closes it otherwise.
  static func lock(_ descriptor: Int32, of path: String) throws(AuthError) -> FileLock? {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      _ = close(descriptor)
      guard code == EWOULDBLOCK else { throw .system(code: code) }
      return nil
    }
    let lock = FileLock(descriptor)
    // A file that was removed between the two calls is nobody else's lock: the caller asks again.
    return isPresent(descriptor, at: path) ? lock : nil
  }

  private static func isPresent(_ descriptor: Int32, at path: String) -> Bool {
    var (held, present) = (stat(), stat())
    // because both calls write exactly one structure, and the path is only read
    guard unsafe fstat(descriptor, &held) == 0, unsafe lstat(path, &present) == 0 else { return false }
    return held.st_ino == present.st_ino && held.st_dev == present.st_dev
  }

  func release() async { free() }

  private func free() {
    let held = descriptor.withLock { held in
      defer { held = -1 }
      return held
    }
    if held >= 0 { _ = close(held) }
  }
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

import Glibc
import OmamoriCore

/// Held while a step is made that changes several things on the disk: flock(2) on a file that stays.
///
/// The kernel frees it when the process ends in any way. Safe to share between threads.
final class StepLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Runs `body` while no other process and no other task holds the lock; the wait blocks no thread.
  ///
  /// - Parameters:
  ///   - path: The file, which is made when it is missing.
  ///   - body: The step. It is finished when the task is cancelled in the middle.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``WriteFailure``, `CancellationError`.
  static func holding<Value: Sendable>(
    _ path: String, _ body: () async throws -> Value
  ) async throws -> Value {
    let lock = try await take(path)
    defer { withExtendedLifetime(lock) {} }
    return try await body()
  }

  private static func take(_ path: String) async throws -> StepLock {
    // because the path is only read during the call
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw WriteFailure(path: path, code: errno) }
    let lock = StepLock(descriptor)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw WriteFailure(path: path, code: errno)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return lock
  }
}

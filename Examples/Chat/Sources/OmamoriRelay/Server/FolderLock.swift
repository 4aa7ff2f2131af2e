import Glibc
import OmamoriCore

/// The right to use a relay's folder, held by one process until this object ends.
///
/// Safe to use from any thread.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the right.
  ///
  /// - Parameter path: A file that serves as the lock only.
  /// - Throws: ``RelayError/inUse`` when another relay has it, ``RelayError/system(code:)``.
  init(_ path: String) throws(RelayError) {
    // because the name is a string that outlives the call
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard descriptor >= 0 else { throw .system(code: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse }
  }

  deinit { close(descriptor) }

  /// Gives the right back before this object ends.
  func release() { _ = flock(descriptor, LOCK_UN) }
}

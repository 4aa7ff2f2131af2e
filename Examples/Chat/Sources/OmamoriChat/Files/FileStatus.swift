import ChatSystem
import Glibc

/// What the system says about a file; symbolic links are followed.
struct FileStatus: Sendable {
  /// Whether it is a file and no folder, pipe, socket or device.
  let isFile: Bool
  /// The number of its bytes.
  let size: Int
  /// Whether others than its owner can use it.
  let isShared: Bool

  /// Asks for the file with a name.
  init(of path: String) throws(SystemFailure) {
    var status = stat()
    // because stat fills exactly one structure, which outlives the call
    guard unsafe stat(path, &status) == 0 else { throw SystemFailure(code: errno) }
    isFile = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    isShared = status.st_mode & 0o077 != 0
  }

  /// Whether something has a name.
  static func isThere(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file or folder whose exclusion is read or set.
final class BackupTarget: Sendable {
  let path: String
  let descriptor: Int32
  let isFolder: Bool

  /// Opens a regular file or a folder; links are not followed.
  ///
  /// - Throws: ``KeychainError/file(_:code:)``.
  init(_ path: String) throws(KeychainError) {
    guard !path.utf8.contains(0) else { throw .file(.dataFile, code: EINVAL) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .file(.dataFile, code: errno) }
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    let isKnown = unsafe fstat(descriptor, &information) == 0
    let kind = information.st_mode & S_IFMT
    guard isKnown, kind == S_IFREG || kind == S_IFDIR else {
      close(descriptor)
      throw .file(.dataFile, code: EINVAL)
    }
    (self.path, self.descriptor, isFolder) = (path, descriptor, kind == S_IFDIR)
  }

  deinit { close(descriptor) }
}

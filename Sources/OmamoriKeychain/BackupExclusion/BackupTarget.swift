#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file or folder whose exclusion is read or set.
package final class BackupTarget: Sendable {
  package let path: String
  package let descriptor: Int32
  package let isFolder: Bool

  /// Opens a regular file or a folder; a link at the end of the path is not followed, whatever slashes and dots stand
  /// behind it.
  ///
  /// - Throws: ``KeychainError/file(_:code:)``.
  package init(_ path: String) throws(KeychainError) {
    guard !path.utf8.contains(0) else { throw .file(.dataFile, code: EINVAL) }
    let (path, isFolderMeant) = Self.withoutEnd(path)
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
    guard kind == S_IFDIR || !isFolderMeant else {
      close(descriptor)
      throw .file(.dataFile, code: ENOTDIR)
    }
    (self.path, self.descriptor, isFolder) = (path, descriptor, kind == S_IFDIR)
  }

  deinit { close(descriptor) }

  /// A path without slashes and single dots behind its last name, which would make the system follow a link of that name,
  /// and whether there were any: what they are behind has to be a folder.
  private static func withoutEnd(_ path: String) -> (path: String, hadEnd: Bool) {
    var rest = path.utf8[...]
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    while rest.count > 1 {
      if rest.last == slash {
        rest.removeLast()
      } else if rest.last == dot, rest.dropLast().last == slash {
        rest.removeLast(rest.count == 2 ? 1 : 2)
      } else {
        break
      }
    }
    return (String(decoding: rest, as: UTF8.self), rest.count < path.utf8.count)
  }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// An open file or folder whose exclusion is read or set.
package final class BackupTarget: Sendable {
  package let path: String
  package var descriptor: Int32 { file.number }
  package let isFolder: Bool
  private let file: FileDescriptor

  /// Opens a regular file or a folder; a link at the end of the path is not followed, whatever slashes and dots stand
  /// behind it.
  ///
  /// - Throws: ``KeychainError/file(_:code:)``.
  package init(_ path: String) throws(KeychainError) {
    let (path, isFolderMeant) = Self.withoutEnd(path)
    let file = try SystemFailure.rethrown(as: { KeychainError.file(.dataFile, code: $0.code) }) {
      () throws(SystemFailure) in
      try FileDescriptor(path.utf8, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    }
    // because what nothing can be known of is no file
    let kind = (try? file.status())?.kind
    guard kind == .file || kind == .folder else { throw .file(.dataFile, code: EINVAL) }
    guard kind == .folder || !isFolderMeant else { throw .file(.dataFile, code: ENOTDIR) }
    (self.path, isFolder) = (path, kind == .folder)
    self.file = file
  }

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

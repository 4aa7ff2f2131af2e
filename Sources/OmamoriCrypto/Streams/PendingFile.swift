#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// A file that is being written and gets its name when it is whole and on the disk.
///
/// Until then it has no name where the system allows that (Linux, most file systems), so that nothing is left of it even
/// when the process is killed; elsewhere it has a hidden name beside the result, is readable for its owner only, and is
/// removed when the value ends without ``commit(like:isDurable:)`` and by ``removeAll()``. Safe to use from any thread.
final class PendingFile: Sendable {
  /// The open file.
  let file: OpenFile
  private let folder: OpenFile
  private let name: String
  private let isReplacing: Bool
  /// The hidden name; `nil` while there is none.
  private let temporaryName: Protected<String?>

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Where the result belongs. A symbolic link at its end counts as a file of its own and is never followed.
  ///   - isReplacing: Whether a file that stands there may be replaced.
  /// - Throws: `CryptoError.destinationExists`, `CryptoError.file(_:code:)`.
  init(_ path: String, replacing isReplacing: Bool) throws(CryptoError) {
    switch try FileSnapshot.of(path, followsLink: false, for: .createTemporary)?.kind {
    case .folder: throw .file(.createTemporary, code: EISDIR)
    case .some where !isReplacing: throw .destinationExists
    default: break
    }
    let (folderPath, name) = Self.split(path)
    guard !name.isEmpty else { throw .file(.createTemporary, code: ENOENT) }
    // because the name is a string that outlives the call
    let descriptor = unsafe open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(.createTemporary, code: errno) }
    (folder, self.name, self.isReplacing) = (OpenFile(descriptor, closing: true), name, isReplacing)
    if let unnamed = Self.openUnnamed(in: folder.descriptor) {
      (file, temporaryName) = (OpenFile(unnamed, closing: true), Protected(nil))
    } else {
      let (named, temporary) = try Self.openNamed(in: folder.descriptor)
      (file, temporaryName) = (OpenFile(named, closing: true), Protected(temporary))
      TemporaryNames.add(folder.descriptor, temporary)
    }
  }

  deinit { removeTemporary() }

  /// Gives the file its permissions and its name, and brings both to the disk.
  ///
  /// - Parameters:
  ///   - source: The file whose permissions, and owner where allowed, the result gets; `nil` for 0600.
  ///   - isDurable: Whether to wait for the disk.
  /// - Throws: `CryptoError.destinationExists` when a file came to stand there meanwhile, `CryptoError.file(_:code:)`.
  func commit(like source: FileSnapshot?, isDurable: Bool) throws(CryptoError) {
    if let source { try takeRights(of: source) }
    if isDurable { try file.synchronize() }
    if let temporary = temporaryName.current {
      try move(temporary)
    } else if try !link(as: name) {
      guard isReplacing else { throw .destinationExists }
      try move(try linkTemporarily())
    }
    // The result stands; a folder that cannot be brought to the disk is no reason to say that it does not.
    if isDurable { _ = fsync(folder.descriptor) }
  }

  /// Removes the hidden names of all files that are being written, when the process has to end.
  static func removeAll() { TemporaryNames.removeAll() }

  private func takeRights(of source: FileSnapshot) throws(CryptoError) {
    let own = try file.snapshot()
    var mode = source.mode & 0o777
    if own.owner != source.owner || own.group != source.group,
      fchown(file.descriptor, source.owner, source.group) != 0
    {
      // The rights of one group are not for another.
      let keepsGroup = own.group == source.group || fchown(file.descriptor, uid_t.max, source.group) == 0
      if !keepsGroup { mode &= 0o707 }
    }
    guard fchmod(file.descriptor, mode) == 0 else { throw .file(.createTemporary, code: errno) }
  }

  /// Gives the file without a name one; `false` when the name is taken.
  private func link(as name: String) throws(CryptoError) -> Bool {
    let source = "/proc/self/fd/\(file.descriptor)"
    // because both names are strings that outlive the call
    if unsafe linkat(AT_FDCWD, source, folder.descriptor, name, AT_SYMLINK_FOLLOW) == 0 { return true }
    guard errno == EEXIST else { throw .file(.rename, code: errno) }
    return false
  }

  private func linkTemporarily() throws(CryptoError) -> String {
    for _ in 0..<16 {
      let temporary = Self.temporaryName()
      guard try link(as: temporary) else { continue }
      temporaryName.withLock { $0 = temporary }
      TemporaryNames.add(folder.descriptor, temporary)
      return temporary
    }
    throw .file(.rename, code: EEXIST)
  }

  private func move(_ temporary: String) throws(CryptoError) {
    let code = isReplacing ? replace(temporary) : Self.moveNew(temporary, name, in: folder.descriptor)
    if code == EEXIST && !isReplacing { throw .destinationExists }
    guard code == 0 else { throw .file(.rename, code: code) }
    temporaryName.withLock { $0 = nil }
    TemporaryNames.remove(folder.descriptor, temporary)
  }

  private func replace(_ temporary: String) -> Int32 {
    // because both names are strings that outlive the call
    unsafe renameat(folder.descriptor, temporary, folder.descriptor, name) == 0 ? 0 : errno
  }

  private func removeTemporary() {
    guard let temporary = temporaryName.current else { return }
    // because the name is a string that outlives the call
    unsafe _ = unlinkat(folder.descriptor, temporary, 0)
    TemporaryNames.remove(folder.descriptor, temporary)
  }

  private static func openNamed(in folder: Int32) throws(CryptoError) -> (Int32, String) {
    var code = EEXIST
    for _ in 0..<16 where code == EEXIST {
      let name = temporaryName()
      // because the name is a string that outlives the call
      let descriptor = unsafe openat(
        folder, name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
      if descriptor >= 0 {
        protect(descriptor)
        return (descriptor, name)
      }
      code = errno
    }
    throw .file(.createTemporary, code: code)
  }

  private static func temporaryName() -> String {
    ".omamori-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (
      slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...])
    )
  }
}

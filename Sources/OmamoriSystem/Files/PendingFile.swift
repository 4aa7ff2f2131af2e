#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is being written and gets its name when it is whole, in one step: whoever looks sees what stood there before,
/// or all of the new content.
///
/// Until then it has no name where the system allows that (Linux, most file systems), so that nothing is left of it even
/// when the process is killed; elsewhere it has a hidden name beside the result, which is removed when the value ends
/// without ``commit(isDurable:)``. While a file is replaced, the finished new one has a hidden name for a moment. Safe to use
/// from any thread.
package final class PendingFile: Sendable {
  /// The open file.
  package let file: FileDescriptor
  private let folder: FileDescriptor
  private let name: [UInt8]
  private let isReplacing: Bool
  /// The hidden name; `nil` while there is none.
  private let hiddenName: StateMutex<[UInt8]?>

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Where the result belongs. A symbolic link at its end counts as a file of its own and is never followed.
  ///   - isReplacing: Whether what stands there may be replaced; a folder never is.
  ///   - permissions: The permissions of the result, less what the umask takes away.
  /// - Throws: The refusal of the system; `EEXIST` when something stands there, `EISDIR` for a folder.
  package convenience init(
    _ path: String, replacing isReplacing: Bool, permissions: UInt16 = 0o600
  ) throws(SystemFailure) {
    switch FileStatus.of(path, followsLink: false) {
    case .success(let old) where old.kind == .folder: throw SystemFailure(code: EISDIR)
    case .success where !isReplacing: throw SystemFailure(code: EEXIST)
    case .failure(let failure) where failure.code != ENOENT: throw failure
    case .success, .failure: break
    }
    let name = path.utf8[
      (path.utf8.lastIndex(of: 0x2F).map { path.utf8.index(after: $0) } ?? path.startIndex)...]
    guard !name.isEmpty else { throw SystemFailure(code: ENOENT) }
    let folder = try FileDescriptor.opening(folder: Self.folder(of: path).utf8)
    try self.init(Array(name), folder, isReplacing, permissions)
  }

  /// Begins a file in an open folder.
  ///
  /// - Parameters:
  ///   - name: The name in the folder.
  ///   - folder: The folder, open for reading.
  ///   - isReplacing: Whether what has the name may be replaced.
  ///   - permissions: The permissions of the result, less what the umask takes away.
  /// - Throws: The refusal of the system.
  package convenience init(
    _ name: some Collection<UInt8>, in folder: borrowing FileDescriptor, replacing isReplacing: Bool,
    permissions: UInt16 = 0o600
  ) throws(SystemFailure) {
    let own = try FileDescriptor(".".utf8, in: folder, O_RDONLY | O_DIRECTORY)
    try self.init(Array(name), own, isReplacing, permissions)
  }

  private init(
    _ name: [UInt8], _ folder: consuming FileDescriptor, _ isReplacing: Bool, _ permissions: UInt16
  ) throws(SystemFailure) {
    (self.name, self.isReplacing) = (name, isReplacing)
    self.folder = folder
    if let file = FileDescriptor.withoutName(in: self.folder, permissions: permissions) {
      self.file = file
      hiddenName = StateMutex(nil)
      return
    }
    var hidden: [UInt8] = []
    file = try Self.makeHidden(&hidden, in: self.folder, permissions)
    file.protect(.complete)
    hiddenName = StateMutex(hidden)
  }

  deinit {
    guard let hidden = hiddenName.withLock({ $0 }) else { return }
    // because nobody is left who could be told
    _ = try? folder.remove(hidden)
  }

  /// Gives the file the permissions of another one, and its owner and group where that is allowed.
  ///
  /// The rights of a group are for no other group.
  ///
  /// - Parameters:
  ///   - other: The other file.
  ///   - specialBits: Whether the special bits count as permissions; they never do without the owner, since they would give
  ///     another user's rights away.
  /// - Throws: The refusal of the system.
  package func takeRights(of other: FileStatus, specialBits: Bool = false) throws(SystemFailure) {
    let own = try file.status()
    let isSame = own.owner == other.owner && own.group == other.group
    let hasOwner = isSame || fchown(file.number, other.owner, other.group) == 0
    let hasGroup =
      hasOwner || own.group == other.group || fchown(file.number, uid_t.max, other.group) == 0
    var mode = other.permissions & (specialBits && hasOwner ? 0o7777 : 0o777)
    if !hasGroup { mode &= 0o707 }
    guard fchmod(file.number, mode_t(mode)) == 0 else { throw .latest }
  }

  /// Brings the content to the disk, where there is one; comes before ``commit(isDurable:)``.
  ///
  /// - Throws: The refusal of the system.
  package func synchronize() throws(SystemFailure) {
    do throws(SystemFailure) { try file.synchronize() } catch {
      guard error.meansNothingToSynchronize else { throw error }
    }
  }

  /// Gives the file its name.
  ///
  /// - Parameter isDurable: Whether to wait until the disk has the name.
  /// - Throws: The refusal of the system, `EEXIST` when a file that must not be replaced came to stand there meanwhile.
  package func commit(isDurable: Bool) throws(SystemFailure) {
    if let hidden = hiddenName.withLock({ $0 }) {
      try move(hidden)
    } else if try !link(as: name) {
      guard isReplacing else { throw SystemFailure(code: EEXIST) }
      try move(try linkHidden())
    }
    // because the result stands; a folder that cannot be brought to the disk is no reason to say that it does not
    if isDurable { try? folder.handToDisk() }
  }

  private func move(_ hidden: [UInt8]) throws(SystemFailure) {
    if isReplacing { try folder.move(hidden, to: name) } else { try folder.moveNew(hidden, to: name) }
    hiddenName.withLock { $0 = nil }
  }

  /// Gives the file without a name one; `false` when the name is taken.
  private func link(as name: [UInt8]) throws(SystemFailure) -> Bool {
    let (source, name) = ("/proc/self/fd/\(file.number)", try FileDescriptor.terminated(name))
    // because both names end with a zero
    if unsafe linkat(AT_FDCWD, source, folder.number, name, AT_SYMLINK_FOLLOW) == 0 { return true }
    guard errno == EEXIST else { throw .latest }
    return false
  }

  private func linkHidden() throws(SystemFailure) -> [UInt8] {
    for _ in 0..<Self.attempts {
      let hidden = Self.newName()
      guard try link(as: hidden) else { continue }
      hiddenName.withLock { $0 = hidden }
      return hidden
    }
    throw SystemFailure(code: EEXIST)
  }

  private static func makeHidden(
    _ name: inout [UInt8], in folder: borrowing FileDescriptor, _ permissions: UInt16
  ) throws(SystemFailure) -> FileDescriptor {
    for _ in 0..<attempts {
      name = newName()
      do throws(SystemFailure) {
        return try FileDescriptor(
          name, in: folder, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, permissions: permissions)
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
    throw SystemFailure(code: EEXIST)
  }

  /// How often a hidden name that is taken is replaced by another one.
  private static let attempts = 16

  /// A name that nobody can guess.
  private static func newName() -> [UInt8] {
    Array(".omamori-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp".utf8)
  }

  /// The folder that a path is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

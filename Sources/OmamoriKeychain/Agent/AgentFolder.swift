#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// The open folder of an agent's socket, looked at once, so that nobody can put another one in its place.
final class AgentFolder: Sendable {
  private let descriptor: Int32
  private let location: AgentSocket

  private init(_ descriptor: Int32, _ location: AgentSocket) {
    (self.descriptor, self.location) = (descriptor, location)
  }

  deinit { close(descriptor) }

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - location: The socket in the folder.
  ///   - isMade: Whether to make it, and the folders around it, when it is missing.
  /// - Returns: The folder.
  /// - Throws: ``KeychainError/insecurePermissions(_:)`` when it is not the user's own, or others may look into it;
  ///   ``KeychainError/unavailable(_:)`` when there is none; ``KeychainError/file(_:code:)``.
  static func open(_ location: AgentSocket, isMade: Bool) throws(KeychainError) -> AgentFolder {
    let path = location.folder
    if isMade { try make(path) }
    // because the name is a string that outlives the call
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { throw .unavailable(.agent) }
      throw code == ELOOP ? .insecurePermissions(.agent) : .file(.agent, code: code)
    }
    let folder = AgentFolder(descriptor, location)
    var status = stat()
    // because fstat fills exactly one structure, which outlives the call
    guard unsafe fstat(descriptor, &status) == 0 else { throw .file(.agent, code: errno) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .insecurePermissions(.agent) }
    return folder
  }

  /// The path of the socket by way of the open folder, which is short, too.
  var socketPath: String { "/proc/self/fd/\(descriptor)/\(location.name)" }

  /// Takes the place of the one agent of this folder.
  ///
  /// - Returns: What holds the place until it is closed, or `nil` when another agent has it.
  func takePlace() throws(KeychainError) -> Int32? {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    // because the name is a string that outlives the call
    let file = unsafe openat(descriptor, location.lockName, flags, mode_t(0o600))
    guard file >= 0 else { throw .file(.agent, code: errno) }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
    let code = errno
    close(file)
    guard code == EWOULDBLOCK else { throw .file(.agent, code: code) }
    return nil
  }

  /// Removes the socket.
  func removeSocket() {
    // because the name is a string that outlives the call
    unsafe _ = unlinkat(descriptor, location.name, 0)
  }

  private static func make(_ path: String) throws(KeychainError) {
    let parts = path.split(separator: "/")
    for count in parts.indices {
      let prefix = "/" + parts[...count].joined(separator: "/")
      // because the name is a string that outlives the call
      guard unsafe mkdir(prefix, 0o700) != 0, errno != EEXIST else { continue }
      let code = errno
      // A folder that exists cannot always be made again, for example on a read-only file system.
      guard unsafe access(prefix, F_OK) != 0 else { continue }  // because the same holds here
      throw .file(.agent, code: code)
    }
  }
}
#endif

import Glibc
import OmamoriCore
import OmamoriKeychain

/// Where an agent listens: a socket in a folder that belongs to the user alone.
package struct AgentSocket: Sendable, Hashable {
  /// The folder; made with permissions 0700 when it is missing.
  package let folder: String
  /// What is served, which the names of the socket and of its lock begin with.
  let service: String

  /// Takes a folder.
  ///
  /// - Parameter folder: An absolute path.
  package init(folder: String) { self.init(folder: folder, service: "keychain") }

  /// Takes a folder for another service than a keychain.
  package init(folder: String, service: String) { (self.folder, self.service) = (folder, service) }

  /// The name of the socket in the folder.
  var name: String { service + ".sock" }

  /// The name of the file by which an agent holds its place.
  var lockName: String { service + ".lock" }

  /// The path of the socket.
  package var path: String { folder + "/" + name }

  /// Where the user's agent listens: `$XDG_RUNTIME_DIR/omamori`, or the folder `omamori` of the user's state where there
  /// is no such variable (`$XDG_STATE_HOME`, or `~/.local/state`).
  ///
  /// Source: the XDG Base Directory Specification.
  package static var standard: AgentSocket {
    AgentSocket(folder: folder("XDG_RUNTIME_DIR").map { $0 + "/omamori" } ?? stateFolder)
  }

  /// The folder `omamori` of the user's state.
  static var stateFolder: String {
    (folder("XDG_STATE_HOME") ?? (folder("HOME") ?? "") + "/.local/state") + "/omamori"
  }

  /// The absolute path in an environment variable.
  private static func folder(_ name: String) -> String? {
    // because getenv's result is copied at once
    let value = unsafe getenv(name).map { unsafe String(cString: $0) }
    return value.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}

/// The calls on local sockets that take an address.
enum UnixSocket {
  /// Makes a socket; -1 when there is none to be had.
  static func open() -> Int32 {
    Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// Gives a socket its name; 0, or -1 with `errno`.
  static func bind(_ socket: Int32, _ path: String) -> Int32 {
    // because the address outlives the call
    unsafe withAddress(of: path) { unsafe Glibc.bind(socket, $0, $1) }
  }

  /// Connects a socket, waiting for at most five seconds; 0, or -1 with `errno`.
  static func connect(_ socket: Int32, _ path: String) -> Int32 {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    // because setsockopt reads exactly one timeval, which outlives the call
    _ = unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // because the address outlives the call
    return unsafe withAddress(of: path) { unsafe Glibc.connect(socket, $0, $1) }
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let size = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < size else {
      errno = ENAMETOOLONG
      return -1
    }
    // because the bytes are fewer than the field has
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    // because an address of this family is one of all families, and the pointer stays inside the closure
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

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
  /// - Throws: `KeychainError.insecurePermissions(_:)` when it is not the user's own, or others may look into it;
  ///   `KeychainError.unavailable(_:)` when there is none; `KeychainError.file(_:code:)`.
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

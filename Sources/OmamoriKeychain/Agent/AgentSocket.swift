#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// Where an agent listens: a socket in a folder that belongs to the user alone.
///
/// A value; safe to share between threads.
public struct AgentSocket: Sendable, Hashable {
  /// The folder; made with permissions 0700 when it is missing.
  public let folder: String
  /// What is served, which the names of the socket and of its lock begin with.
  let service: String

  /// Takes a folder.
  ///
  /// - Parameter folder: An absolute path.
  public init(folder: String) { self.init(folder: folder, service: "keychain") }

  /// Takes a folder for another service than a keychain.
  package init(folder: String, service: String) { (self.folder, self.service) = (folder, service) }

  /// The name of the socket in the folder.
  var name: String { service + ".sock" }

  /// The name of the file by which an agent holds its place.
  var lockName: String { service + ".lock" }

  /// The path of the socket.
  public var path: String { folder + "/" + name }

  /// Where the user's agent listens: `$XDG_RUNTIME_DIR/omamori`, or the folder `omamori` of the user's state where there
  /// is no such variable (`$XDG_STATE_HOME`, or `~/.local/state`).
  ///
  /// Source: the XDG Base Directory Specification.
  public static var standard: AgentSocket {
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
#endif

#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// Where an agent listens: a socket in a folder that belongs to the user alone.
///
/// A value; safe to share between threads.
public struct AgentSocket: Sendable, Hashable {
  /// The folder; made with permissions 0700 when it is missing.
  public let folder: String
  /// The name of the socket in the folder.
  static let name = "keychain.sock"

  /// Takes a folder.
  ///
  /// - Parameter folder: An absolute path.
  public init(folder: String) { self.folder = folder }

  /// The path of the socket.
  public var path: String { folder + "/" + Self.name }

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

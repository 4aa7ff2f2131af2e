import Foundation

/// A bus that only a test knows; the machine's own buses are never used.
package final class PrivateBus: Sendable {
  /// What a bus is for.
  package enum Kind: String, Sendable {
    case session
    /// Programs of all users are let onto it.
    case system
  }

  /// Whether the program that this needs is there.
  package static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

  /// The folder of the bus, which is the home of programs on it.
  package let folder: TemporaryFolder
  private let daemon: ServedProgram

  /// Starts a bus.
  package init(_ kind: Kind = .session) throws {
    folder = try TemporaryFolder(permissions: kind == .system ? 0o755 : 0o700)
    // No service can be started on demand: what a test does not start is not there.
    let configuration = try folder.write(
      """
      <busconfig><type>\(kind.rawValue)</type><listen>unix:path=\(folder.path)/bus</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="true"/>
      <allow receive_sender="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """, to: "bus.conf")
    daemon = try ServedProgram([
      "/usr/bin/dbus-daemon", "--nofork", "--nopidfile", "--print-address=1",
      "--config-file=" + configuration,
    ])
    _ = daemon.firstLine()
  }

  package var address: String { "unix:path=" + folder.path("bus") }

  /// What programs need to find the bus and nothing else of the person's.
  package var environment: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "HOME": folder.path,
      "XDG_RUNTIME_DIR": folder.path, "DISPLAY": "", "WAYLAND_DISPLAY": "",
    ]
  }

  /// Ends the bus.
  package func end(_ signal: Int32 = SIGTERM) { daemon.end(signal) }

  /// Starts a program that finds this bus as the session's and the system's.
  package func start(_ words: [String], environment: [String: String] = [:]) throws -> ServedProgram {
    try ServedProgram(words, environment: self.environment.merging(environment) { $1 })
  }
}

// MARK: - Services of python-dbusmock

extension PrivateBus {
  /// The interface by which a test tells a service of python-dbusmock what to do.
  package static let mock = "org.freedesktop.DBus.Mock"

  /// Whether a bus is possible and python-dbusmock has these templates.
  package static func canMock(_ templates: String...) -> Bool {
    let modules = ["dbusmock"] + templates.map { "dbusmock.templates." + $0 }
    return isPossible
      && Program.succeeds([Python.system, "-c", modules.map { "import " + $0 }.joined(separator: "\n")])
  }

  /// Starts a service of python-dbusmock.
  ///
  /// - Parameters:
  ///   - words: What it serves.
  ///   - kind: The bus that it looks for, which is this one.
  ///   - runner: A program that starts it, with its arguments.
  /// - Returns: The running service, which ends with the value.
  /// - Throws: `POSIXError` when it cannot be started.
  package func startMock(
    _ words: [String], kind: Kind = .system, runner: [String] = []
  ) throws -> ServedProgram {
    try start(
      runner + [Python.system, "-m", "dbusmock", "--logfile", "/dev/null", "--" + kind.rawValue] + words)
  }
}

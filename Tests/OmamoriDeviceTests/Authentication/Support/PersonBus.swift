import Foundation
import OmamoriDBus

/// A bus that only a test knows, of the kind of the system's; the machine's own is never used.
final class PersonBus: Sendable {
  private static let python = "/usr/bin/python3"
  static let mock = "org.freedesktop.DBus.Mock"

  /// Whether a bus and python-dbusmock with its logind and polkit are there.
  static let isPossible =
    LeashedProcess.exists("/usr/bin/dbus-daemon") && LeashedProcess.exists(python)
    && ["logind", "polkitd"].allSatisfy {
      FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock/templates/\($0).py")
    }

  let folder: URL
  let connection: BusConnection
  private let daemon: LeashedProcess

  init() async throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory() + "person-" + UUID().uuidString.prefix(8))
    // Other users' programs are let onto the bus.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let configuration = folder.appending(path: "bus.conf")
    let text = """
      <busconfig><type>system</type><listen>unix:path=\(folder.path)/bus</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="true"/>
      <allow receive_sender="*" eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """
    try Data(text.utf8).write(to: configuration)
    daemon = try LeashedProcess([
      "/usr/bin/dbus-daemon", "--nofork", "--nopidfile", "--print-address=1",
      "--config-file=\(configuration.path)",
    ])
    _ = daemon.firstLine()
    connection = try await BusConnection.open(.address("unix:path=\(folder.path)/bus"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var address: String { "unix:path=\(folder.path)/bus" }

  /// Starts a program that finds this bus as the system's.
  func start(_ arguments: [String], _ environment: [String: String] = [:]) throws -> LeashedProcess {
    let own = ["DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address, "HOME": folder.path]
    return try LeashedProcess(arguments, environment: own.merging(environment) { $1 })
  }

  /// Starts one of python-dbusmock's services.
  func startMock(_ arguments: String..., before: [String] = []) throws -> LeashedProcess {
    try start(before + [Self.python, "-m", "dbusmock", "--logfile", "/dev/null", "--system"] + arguments)
  }

  /// Waits until somebody owns a name.
  func wait(for name: String) async throws {
    try await eventually {
      try await self.connection.call(.bus("NameHasOwner", [.string(name)])) == [.bool(true)]
    }
  }

  /// Calls a method.
  @discardableResult
  func call(
    _ name: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) async throws -> [BusValue] {
    try await connection.call(BusCall(name, path, interface, member, arguments))
  }

  func end() { daemon.end() }
}

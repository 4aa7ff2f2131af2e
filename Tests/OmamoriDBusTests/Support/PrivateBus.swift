import Foundation
import OmamoriDBus

/// A bus that only a test knows; the machine's own buses are never used.
final class PrivateBus: Sendable {
  /// Whether the programs that this needs are there.
  static let isPossible = ServedProcess.exists("/usr/bin/dbus-daemon")

  let folder: URL
  private let daemon: ServedProcess

  init() throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory() + "omamori-bus-" + UUID().uuidString.prefix(8))
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: attributes)
    let configuration = folder.appendingPathComponent("bus.conf")
    // No service can be started on demand: what a test does not start is not there.
    let text = """
      <busconfig><type>session</type><listen>unix:path=\(folder.path)/bus</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
      <allow own="*"/></policy></busconfig>
      """
    try Data(text.utf8).write(to: configuration)
    daemon = try ServedProcess([
      "/usr/bin/dbus-daemon", "--nofork", "--nopidfile", "--print-address=1",
      "--config-file=\(configuration.path)",
    ])
    _ = daemon.firstLine()
  }

  deinit {
    daemon.end()
    try? FileManager.default.removeItem(at: folder)
  }

  var address: String { "unix:path=\(folder.path)/bus" }

  /// What programs need to find the bus and nothing else of the person's.
  var environment: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "HOME": folder.path,
      "XDG_RUNTIME_DIR": folder.path, "DISPLAY": "", "WAYLAND_DISPLAY": "",
    ]
  }

  func end(_ signal: Int32 = SIGTERM) { daemon.end(signal) }

  func connect(limits: BusLimits = .standard) async throws -> BusConnection {
    try await BusConnection.open(.address(address), limits: limits)
  }

  /// Waits until somebody owns a name.
  func wait(for name: String, on connection: BusConnection) async throws {
    for _ in 0..<500 {
      if try await connection.call(.bus("NameHasOwner", [.string(name)])) == [.bool(true)] { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw BusError.timedOut
  }
}

import Foundation
import OmamoriDBus

/// A logind of python-dbusmock on a bus of its own, with the sessions `c1` and `c2`.
struct Logind {
  /// Whether python-dbusmock and its logind are there.
  static let isPossible: Bool = {
    guard PrivateBus.isPossible, ServedProcess.exists("/usr/bin/python3") else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", "import dbusmock.templates.logind"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"

  let bus: PrivateBus
  let process: ServedProcess
  private let connection: BusConnection

  init() async throws {
    bus = try PrivateBus()
    process = try ServedProcess(
      ["/usr/bin/python3", "-m", "dbusmock", "--logfile", "/dev/null", "--system", "--template", "logind"],
      environment: bus.environment)
    connection = try await bus.connect()
    try await bus.wait(for: Self.service, on: connection)
    for name in ["c1", "c2"] {
      try await connection.call(
        BusCall(
          Self.service, Self.root, "org.freedesktop.DBus.Mock", "AddSession",
          [.string(name), .string("seat0"), .uint32(0), .string("person"), .bool(true)]))
    }
  }

  /// Sends a signal of a session.
  func tell(_ member: String, session: String = "c1") async throws {
    try await emit("\(Self.root)/session/\(session)", "org.freedesktop.login1.Session", member, [])
  }

  /// Sends a signal of the manager.
  func announce(_ member: String, _ arguments: [BusValue]) async throws {
    try await emit(Self.root, Self.manager, member, arguments)
  }

  /// Asks the manager.
  func ask(_ member: String) async throws -> [BusValue] {
    try await connection.call(BusCall(Self.service, Self.root, Self.manager, member))
  }

  private func emit(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
  ) async throws {
    let types = arguments.map(\.typeSignature).joined()
    try await connection.call(
      BusCall(
        Self.service, path, "org.freedesktop.DBus.Mock", "EmitSignal",
        [
          .string(interface), .string(member), .string(types),
          .array(of: "v", arguments.map { .variant($0) }),
        ]))
  }
}

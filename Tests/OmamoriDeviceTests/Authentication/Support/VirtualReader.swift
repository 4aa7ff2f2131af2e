import Foundation
import OmamoriDBus
import TestSupport

/// A real fprintd with libfprint's virtual reader, on a bus with a polkit that allows it.
final class VirtualReader: Sendable {
  static let fprintd = "/usr/libexec/fprintd"
  static let service = "net.reactivated.Fprint"
  static let device = "net.reactivated.Fprint.Device"

  /// Whether fprintd is installed.
  static let isPossible = PersonBus.isPossible && FileManager.default.isExecutableFile(atPath: fprintd)

  let bus: PersonBus
  let path: String
  private let polkit: ServedProgram
  private let process: ServedProgram

  init() async throws {
    bus = try await PersonBus()
    polkit = try bus.startMock("--template", "polkitd")
    try await bus.wait(for: "org.freedesktop.PolicyKit1")
    try await bus.call(
      "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority", PersonBus.mock, "AllowUnknown",
      [.bool(true)])
    process = try Self.start(on: bus)
    try await bus.wait(for: Self.service)
    let found = try await bus.call(
      Self.service, "/net/reactivated/Fprint/Manager", Self.service + ".Manager", "GetDefaultDevice")
    guard let path = found.first?.objectPath else { throw CocoaError(.fileNoSuchFile) }
    self.path = path
  }

  private static func start(on bus: PersonBus) throws -> ServedProgram {
    try bus.start(
      [fprintd, "-t"],
      [
        "FP_VIRTUAL_DEVICE": bus.folder.path("reader"), "STATE_DIRECTORY": bus.folder.path("state"),
      ])
  }

  /// Enrols a finger of somebody.
  func enrol(_ person: String, _ finger: String = "right-index-finger") async throws {
    let results = try await bus.connection.signals(
      BusMatch(sender: Self.service, path: path, interface: Self.device, member: "EnrollStatus"))
    try await call("Claim", [.string("")])
    try await call("EnrollStart", [.string(finger)])
    try await scan(person)
    for await signal in results {
      if signal.arguments.last == .bool(true) { break }
      try await scan(person)
    }
    try await call("EnrollStop")
    try await call("Release")
  }

  /// Removes all fingers.
  func forget() async throws {
    try await call("Claim", [.string("")])
    _ = try? await call("DeleteEnrolledFingers2")
    try await call("Release")
  }

  /// Whether nobody has taken the reader.
  func isFree() async -> Bool {
    guard (try? await call("Claim", [.string("")])) != nil else { return false }
    return (try? await call("Release")) != nil
  }

  /// Has the reader scan a finger of somebody.
  func scan(_ person: String) async throws { try await tell("SCAN \(person)") }

  /// Tells the reader what happens to it.
  func tell(_ text: String) async throws {
    try await eventually { self.write(text) }
  }

  private func write(_ text: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { _ = close(descriptor) }
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let name = Array((bus.folder.path("reader")).utf8)
    unsafe withUnsafeMutableBytes(of: &place.sun_path) { unsafe $0.copyBytes(from: name) }
    let isOpen = unsafe withUnsafePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    let bytes = Array(text.utf8)
    let written = unsafe Glibc.write(descriptor, bytes, bytes.count)
    return isOpen && written == bytes.count
  }

  @discardableResult
  private func call(_ member: String, _ arguments: [BusValue] = []) async throws -> [BusValue] {
    try await bus.call(Self.service, path, Self.device, member, arguments)
  }

  /// Ends fprintd in the middle of what it does.
  func breakDown() { process.end(SIGKILL) }

  func end() {
    process.end()
    polkit.end()
    bus.end()
  }
}

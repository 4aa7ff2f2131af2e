import Foundation
import OmamoriCore
import OmamoriCrypto

@testable import OmamoriRelay

/// A relay in a folder of its own, for a test.
struct RunningRelay {
  let folder: String
  let relay: Relay
  let events: Protected<[RelayEvent]>

  /// The folder that a relay makes, which nobody removes before ``remove(_:)``.
  static func newFolder() -> String {
    FileManager.default.temporaryDirectory.appending(path: "relay-" + UUID().uuidString.prefix(12)).path
  }

  static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  /// Starts a relay, calls `body`, and stops the relay again.
  static func use(
    in folder: String? = nil, _ change: (inout RelayOptions) -> Void = { _ in },
    _ body: (RunningRelay) async throws -> Void
  ) async throws {
    let place = folder ?? newFolder()
    var options = RelayOptions(folder: place)
    let events = Protected<[RelayEvent]>([])
    options.log = { event in events.withLock { $0.append(event) } }
    change(&options)
    let relay = try await Relay.start(options)
    defer { if folder == nil { remove(place) } }
    do {
      try await body(RunningRelay(folder: place, relay: relay, events: events))
    } catch {
      await relay.stop()
      throw error
    }
    await relay.stop()
  }

  /// A request of `curl`, which knows the relay by its pin alone.
  func curl(_ arguments: [String], pin: String? = nil, path: String = "/v1/health") throws -> Program {
    try Program.run(
      ["curl", "--silent", "--insecure", "--http1.1", "--pinnedpubkey", pin ?? relay.pin] + arguments + [
        "https://127.0.0.1:\(relay.port)\(path)"
      ])
  }

  /// A signed request; gives the status and what was said.
  func send(
    _ method: String, _ path: String, _ body: [UInt8] = [], as account: TestAccount,
    signature: String? = nil, arguments: [String] = []
  ) throws -> (status: Int, body: Data) {
    let file = folder + "/body-\(UUID().uuidString)"
    try Data(body).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let field = signature ?? account.authorization(method, path, body, pin: relay.pin)
    var all = ["-X", method, "-H", "Authorization: \(field)", "-w", "\n%{http_code}"]
    if method != "GET" { all += ["--data-binary", "@\(file)"] }
    let program = try curl(all + arguments, path: path)
    let end = program.output.lastIndex(of: 0x0A) ?? program.output.startIndex
    let status = Int(String(decoding: program.output[end...].dropFirst(), as: UTF8.self)) ?? 0
    return (status, Data(program.output[..<end]))
  }

  /// Bytes over TLS, and what the relay says until it ends the connection.
  func raw(_ bytes: String, options: [String] = ["-tls1_3"]) throws -> String {
    try Program.run(
      ["openssl", "s_client", "-connect", "127.0.0.1:\(relay.port)", "-quiet", "-ign_eof"] + options,
      input: Array(bytes.utf8), seconds: 20
    ).text
  }

  /// Waits until something is so, for ten seconds at most.
  static func eventually(_ isSo: () -> Bool) async throws -> Bool {
    for _ in 0..<1000 {
      if isSo() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return isSo()
  }
}

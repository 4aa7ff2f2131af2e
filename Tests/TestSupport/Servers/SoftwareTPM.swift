import Foundation
import OmamoriSystem

/// A TPM in software, swtpm, with a state of its own in a private folder; ended with the value.
package final class SoftwareTPM: Sendable {
  /// Whether the machine has swtpm, and these of the TPM tools.
  package static func isInstalled(with tools: String...) -> Bool {
    (["swtpm"] + tools).allSatisfy { Program.find($0) != nil }
  }

  private let folder: TemporaryFolder
  private let process = StateMutex<ServedProgram?>(nil)

  private var socket: String { folder.path("s") }
  /// Its address, as the TPM software stack writes it.
  package var location: String { "swtpm:path=" + socket }

  /// Starts it.
  package init() throws {
    folder = try TemporaryFolder(permissions: 0o700)
    try FileManager.default.createDirectory(
      atPath: folder.path("state"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    try start()
  }

  deinit { stop() }

  /// Starts it again with the state that it had.
  package func start() throws {
    let started = try ServedProgram([
      "swtpm", "socket", "--tpm2", "--tpmstate", "dir=" + folder.path("state"),
      "--server", "type=unixio,path=" + socket,
      // The stack expects the control socket under this name.
      "--ctrl", "type=unixio,path=" + socket + ".ctrl",
      "--flags", "not-need-init,startup-clear", "--seccomp", "action=none",
    ])
    process.withLock { $0 = started }
    for _ in 0..<500 where !listens() { usleep(10_000) }
  }

  /// Whether it waits for clients at both sockets; one that connects earlier may wait for ever.
  private func listens() -> Bool {
    // The kernel hands the table out a page at a time, and Foundation would take the first page for all of it.
    let file = unsafe open("/proc/net/unix", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var (bytes, page): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
    while case let count = unsafe read(file, &page, 4096), count > 0 { bytes += page.prefix(count) }
    let table = String(decoding: bytes, as: UTF8.self)
    return [socket, socket + ".ctrl"].allSatisfy { path in
      table.split(separator: "\n").contains { $0.hasSuffix(" " + path) && $0.contains(" 00010000 ") }
    }
  }

  /// Ends it without asking, as a power cut does.
  package func stop() {
    let running = process.withLock { process in
      defer { process = nil }
      return process
    }
    guard let running else { return }
    running.end(SIGKILL)
    for path in [socket, socket + ".ctrl"] { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Has it hang, or go on.
  package func signal(_ number: Int32) { process.withLock { $0 }?.signal(number) }

  /// The transient objects and sessions that it holds.
  package func leftovers() throws -> String {
    try run("tpm2_getcap", "handles-transient") + run("tpm2_getcap", "handles-loaded-session")
      + run("tpm2_getcap", "handles-saved-session")
  }

  /// Runs one of the TPM tools on it and gives what it printed.
  @discardableResult
  package func run(_ name: String, _ arguments: String...) throws -> String {
    let printed = try Program.output(
      of: [name] + arguments,
      environment: ["TPM2TOOLS_TCTI": location, "TSS2_LOG": "all+none", "PATH": "/usr/bin:/bin"])
    return String(decoding: printed, as: UTF8.self)
  }
}

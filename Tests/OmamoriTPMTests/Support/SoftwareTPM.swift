import Foundation
import Glibc
import OmamoriCore
import OmamoriTPM

/// A TPM in software, swtpm, with a state of its own in a private folder; ended with the value.
// because the lock guards the process, and nothing else changes
final class SoftwareTPM: @unchecked Sendable {
  /// Whether the machine has swtpm, the TPM software stack and the TPM tools.
  static let isThere =
    TPMLibrary.standard.isPresent
    && ["swtpm", "tpm2_getcap", "tpm2_dictionarylockout", "tpm2_pcrextend"].allSatisfy { tool($0) != nil }

  private let folder: URL
  private let lock = NSLock()
  private var process: Process?

  var socket: String { folder.appending(path: "s").path }
  var address: TPMAddress { get throws { try TPMAddress("swtpm:path=\(socket)") } }
  var device: TPMDevice { get throws { TPMDevice(at: try address) } }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tpm-" + UUID().uuidString.prefix(8))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "state"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts it again with the state that it had.
  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.tool("swtpm") ?? "/usr/bin/swtpm")
    process.arguments = [
      "socket", "--tpm2", "--tpmstate", "dir=" + folder.appending(path: "state").path,
      "--server", "type=unixio,path=" + socket,
      // The stack expects the control socket under this name.
      "--ctrl", "type=unixio,path=" + socket + ".ctrl",
      "--flags", "not-need-init,startup-clear", "--seccomp", "action=none",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    lock.withLock { self.process = process }
    for _ in 0..<500 where !listens() { usleep(10_000) }
  }

  /// Whether it waits for clients at both sockets; one that connects earlier may wait for ever.
  private func listens() -> Bool {
    // The kernel hands the table out a page at a time, and Foundation would take the first page for all of it.
    let file = unsafe Glibc.open("/proc/net/unix", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { Glibc.close(file) }
    var (bytes, page): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
    while case let count = unsafe Glibc.read(file, &page, page.count), count > 0 {
      bytes += page.prefix(count)
    }
    let table = String(decoding: bytes, as: UTF8.self)
    return [socket, socket + ".ctrl"].allSatisfy { path in
      table.split(separator: "\n").contains { $0.hasSuffix(" " + path) && $0.contains(" 00010000 ") }
    }
  }

  /// Ends it without asking, as a power cut does.
  func stop() {
    guard let process = lock.withLock({ self.process.take() }) else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    for name in [socket, socket + ".ctrl"] { try? FileManager.default.removeItem(atPath: name) }
  }

  /// Has it hang, or go on.
  func signal(_ number: Int32) {
    if let process = lock.withLock({ self.process }) { kill(process.processIdentifier, number) }
  }

  /// Runs one of the TPM tools on it and gives what it printed.
  @discardableResult
  func run(_ name: String, _ arguments: String...) throws -> String {
    struct Failure: Error { let status: Int32 }
    let process = Process()
    process.executableURL = URL(filePath: Self.tool(name) ?? "/usr/bin/\(name)")
    process.arguments = arguments
    process.environment = [
      "TPM2TOOLS_TCTI": "swtpm:path=\(socket)", "TSS2_LOG": "all+none", "PATH": "/usr/bin:/bin",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The transient objects and sessions that it holds.
  func leftovers() throws -> String {
    try run("tpm2_getcap", "handles-transient") + run("tpm2_getcap", "handles-loaded-session")
      + run("tpm2_getcap", "handles-saved-session")
  }

  private static func tool(_ name: String) -> String? {
    ["/usr/bin", "/usr/local/bin", "/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

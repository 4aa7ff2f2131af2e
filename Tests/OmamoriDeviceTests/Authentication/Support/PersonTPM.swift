import Foundation
import Glibc
import OmamoriTPM

/// A TPM in software, swtpm, with a state of its own; ended with the value, even when the test's process is killed.
final class PersonTPM: Sendable {
  /// Whether the machine has swtpm, the TPM software stack and the TPM tools.
  static let isPossible =
    TPMLibrary.standard.isPresent
    && ["swtpm", "tpm2_dictionarylockout", "tpm2_pcrextend"].allSatisfy {
      LeashedProcess.exists("/usr/bin/" + $0)
    }

  private let folder: URL
  private let process: LeashedProcess

  init() async throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory() + "ptpm-" + UUID().uuidString.prefix(8))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "state"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let socket = folder.path + "/s"
    process = try LeashedProcess([
      "/usr/bin/swtpm", "socket", "--tpm2", "--tpmstate", "dir=" + folder.path + "/state",
      "--server", "type=unixio,path=" + socket,
      // The stack expects the control socket under this name.
      "--ctrl", "type=unixio,path=" + socket + ".ctrl",
      "--flags", "not-need-init,startup-clear", "--seccomp", "action=none",
    ])
    try await eventually { self.listens() }
  }

  deinit {
    process.end(SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }

  var address: String { "swtpm:path=\(folder.path)/s" }

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
    return ["/s", "/s.ctrl"].allSatisfy { name in
      table.split(separator: "\n").contains {
        $0.hasSuffix(" " + folder.path + name) && $0.contains(" 00010000 ")
      }
    }
  }

  /// Runs one of the TPM tools on it.
  func run(_ name: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/" + name)
    process.arguments = arguments
    process.environment = ["TPM2TOOLS_TCTI": address, "TSS2_LOG": "all+none", "PATH": "/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  }

  func end() { process.end(SIGKILL) }
}

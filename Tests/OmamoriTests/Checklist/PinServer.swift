import Foundation
import OmamoriCrypto

/// `openssl s_server` on a free port of 127.0.0.1, with a certificate of an authority of its own.
final class PinServer {
  /// Where `openssl` is, or `nil` when it is not installed.
  static let openssl: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.map { "\($0)/openssl" }.first(where: FileManager.default.isExecutableFile(atPath:))
  }()

  struct Failure: Error {}

  private let folder: URL
  private let process = Process()
  let port: Int

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "omamori-pins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.certificates(in: folder)
    port = try Self.start(process, in: folder)
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends the server and waits for its end.
  func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func certificate(_ name: String) throws -> Certificate {
    try Certificate(
      pemRepresentation: try String(contentsOf: folder.appending(path: "\(name).pem"), encoding: .utf8))
  }

  private static func certificates(in folder: URL) throws {
    let authority =
      "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash"
    let server = """
      basicConstraints=CA:FALSE
      keyUsage=critical,digitalSignature
      extendedKeyUsage=serverAuth
      subjectAltName=DNS:localhost,IP:127.0.0.1
      subjectKeyIdentifier=hash
      authorityKeyIdentifier=keyid
      """
    for (name, extensions) in [("root", authority), ("other", authority), ("leaf", server)] {
      try Data("[e]\n\(extensions)\n".utf8).write(to: folder.appending(path: "\(name).ext"))
      try run(
        ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "\(name).key"], folder)
      try run(["req", "-new", "-key", "\(name).key", "-subj", "/CN=\(name)", "-out", "\(name).csr"], folder)
      let signer =
        name == "leaf"
        ? ["-CA", "root.pem", "-CAkey", "root.key", "-set_serial", "0x1234"] : ["-key", "\(name).key"]
      try run(
        ["x509", "-req", "-in", "\(name).csr", "-days", "20", "-extfile", "\(name).ext", "-extensions", "e"]
          + signer + ["-out", "\(name).pem"], folder)
    }
  }

  private static func run(_ words: [String], _ folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: openssl ?? "/usr/bin/openssl")
    (process.arguments, process.currentDirectoryURL) = (words, folder)
    (process.standardInput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure() }
  }

  private static func start(_ process: Process, in folder: URL) throws -> Int {
    let log = folder.appending(path: "server.log")
    try Data().write(to: log)
    process.executableURL = URL(filePath: openssl ?? "/usr/bin/openssl")
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "leaf.pem", "-key", "leaf.key",
    ]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let output = try FileHandle(forWritingTo: log)
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    try output.close()
    for _ in 0..<1_000 where process.isRunning {
      usleep(10_000)
      let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      if let line = lines.first(where: { $0.hasPrefix("ACCEPT ") }),
        let word = line.split(separator: ":").last,
        let port = Int(word)
      {
        return port
      }
    }
    throw Failure()
  }
}

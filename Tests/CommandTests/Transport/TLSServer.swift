import Foundation

/// `openssl s_server` on a free port of 127.0.0.1; ended with this value.
final class TLSServer {
  private let process = Process()
  /// The port it listens at.
  let port: Int

  init(_ folder: Sandbox, _ words: [String]) throws {
    let log = "server-\(UUID().uuidString).log"
    try folder.write("", to: log)
    process.executableURL = URL(filePath: Program.find("openssl") ?? "/usr/bin/openssl")
    process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-www"] + words
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    let output = try FileHandle(forWritingTo: URL(filePath: folder.path(log)))
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    try output.close()
    var port: Int?
    for _ in 0..<2_000 where port == nil && process.isRunning {
      usleep(5_000)
      let lines = try folder.read(log).split(separator: "\n")
      port = lines.first { $0.hasPrefix("ACCEPT ") }.flatMap { line in
        line.split(separator: ":").last.flatMap { Int($0) }
      }
    }
    guard let port else {
      kill(process.processIdentifier, SIGKILL)
      throw Overdue(command: "openssl s_server", errors: try folder.read(log))
    }
    self.port = port
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    for _ in 0..<2_000 where process.isRunning { usleep(1_000) }
  }
}

/// A port at which connections are taken and nothing is ever said.
final class SilentServer {
  private let descriptor: Int32
  let port: Int

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // because the structure has the size that is given, and outlives the calls
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      throw POSIXError(.EADDRNOTAVAIL)
    }
    (self.descriptor, port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  deinit { close(descriptor) }
}

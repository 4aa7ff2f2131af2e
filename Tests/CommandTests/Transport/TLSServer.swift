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

/// A port at which every connection gets the same few bytes, as from a server that does not speak TLS; ended with this value.
final class GreetingServer {
  private let process = Process()
  let port: Int

  init(_ greeting: String) throws {
    let program = """
      import socket, sys, threading
      server = socket.create_server(("127.0.0.1", 0))
      print(server.getsockname()[1], flush=True)
      def greet(connection):
          connection.sendall(sys.argv[1].encode())
          connection.settimeout(5)
          try:
              while connection.recv(4096): pass
          except OSError: pass
          connection.close()
      while True:
          threading.Thread(target=greet, args=(server.accept()[0],), daemon=True).start()
      """
    process.executableURL = URL(filePath: Program.find("python3") ?? "/usr/bin/python3")
    process.arguments = ["-c", program, greeting]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      kill(process.processIdentifier, SIGKILL)
      throw Overdue(command: "python3", errors: line)
    }
    self.port = port
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    for _ in 0..<2_000 where process.isRunning { usleep(1_000) }
  }
}

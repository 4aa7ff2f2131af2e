import TestSupport

/// A port at which every connection gets the same few bytes, as from a server that does not speak TLS; ended with this value.
final class GreetingServer {
  private let process: ServedProgram
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
    process = try ServedProgram([Python.system, "-c", program, greeting])
    let line = process.firstLine()
    guard let port = Int(line) else { throw Overdue(command: "python3", errors: line) }
    self.port = port
  }
}

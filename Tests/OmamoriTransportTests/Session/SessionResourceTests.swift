import Foundation
import Glibc
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// What sessions take of the process, and what they leave of it.
@Suite("Resources of sessions", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct SessionResourceTests {
  let authority: TestAuthority
  let server: UnrulyServer

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try UnrulyServer(authority)
  }

  /// The files that a program has open that this process starts, which closes none by itself.
  private func filesOfChild() throws -> String {
    let list = authority.path("descriptors-\(UUID().uuidString)")
    let command = ["/bin/sh", "-c", #"ls -l /proc/self/fd/ >"$0""#, list.path]
    var argv: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe argv.forEach { unsafe free($0) } }
    var (child, status): (pid_t, Int32) = (0, 0)
    guard unsafe posix_spawn(&child, "/bin/sh", nil, nil, &argv, environ) == 0,
      unsafe waitpid(child, &status, 0) == child, status == 0
    else { throw POSIXError(.ECHILD) }
    return try String(contentsOf: list, encoding: .utf8)
  }

  // Fails when libcurl makes sockets that every program inherits.
  @Test("A program that is started meanwhile does not inherit connections", arguments: [false, true])
  func inheritance(_ isTunneled: Bool) async throws {
    let proxy = ProxySetting.tunnel(host: try HostName("127.0.0.1"), port: try server.port("tunnel"))
    let session = SecureSession(policy: try TestPolicy.make(authority, proxy: isTunneled ? proxy : .none))
    _ = try await session.response(to: HTTPRequest(.get, server.url("/seen")))
    let sockets = LeakCount.descriptors(to: try server.port(isTunneled ? "tunnel" : "tls"))
    #expect(sockets.count == 1)
    let files = try filesOfChild()
    #expect(files.contains(" 1 -> "))
    for socket in sockets {
      #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
      let name = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(socket)")
      #expect(name.hasPrefix("socket:") && !files.contains(name))
    }
    await session.close()
  }

  // Fails when each lookup of a name keeps a timer until its time is up.
  @Test("Sessions that made a request and were closed leave nothing behind")
  func memory() async throws {
    let pem = try authority.text("root.pem")
    await #expect(processExitsWith: .success) { [pem = pem as String] in
      let root = try Certificate(pemRepresentation: pem)
      var timeouts = Timeouts()
      timeouts.connecting = .seconds(300)
      let policy = try TransportPolicy(
        unlistedHosts: .trusted, anchors: .only([root]), timeouts: timeouts)
      // Nobody listens there.
      let request = try HTTPRequest(.get, RequestURL("https://localhost:1/"))
      func rounds(_ count: Int) async throws {
        for _ in 0..<count {
          let session = SecureSession(policy: policy)
          do throws(TransportError) {
            _ = try await session.response(to: request)
          } catch {
            guard error == .notConnected else { throw error }
          }
          await session.close()
        }
      }
      try await rounds(1000)
      // A leak adds to every block; memory of another thread, which the allocator keeps, adds to one.
      var growth = Int.max
      for _ in 0..<4 {
        let before = LeakCount.now.residentBytes
        try await rounds(500)
        growth = min(growth, LeakCount.now.residentBytes - before)
      }
      // A lookup that kept its timer would keep 0.75 kB.
      guard growth < 175_000 else { exit(Int32(min(255, growth >> 12))) }
    }
  }
}

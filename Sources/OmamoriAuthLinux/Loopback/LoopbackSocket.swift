import Glibc
import OmamoriAuth

/// A socket of the receiver, closed with this object; never blocks.
final class LoopbackSocket: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Listens at an address of this machine, at a port that the system chooses when it is 0.
  static func listening(at address: LoopbackAddress, port: UInt16) throws(AuthError) -> LoopbackSocket {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw .system(code: errno) }
    let socket = LoopbackSocket(descriptor)
    var isReused: Int32 = 1
    // A port may be taken again right after the last login; nobody else can be listening there all the same.
    // because exactly one number is read
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    // because the address outlives the call
    let code = unsafe address.withAddress(port: port) { unsafe bind(descriptor, $0, $1) }
    guard code == 0, listen(descriptor, 16) == 0 else { throw .system(code: errno) }
    return socket
  }

  /// The port that it listens at.
  var port: UInt16 {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // because the storage has room for an address of any family, and the pointer stays inside the closure
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    guard code == 0 else { return 0 }
    // because the port is at the same place, the bytes 2 and 3, in addresses of both families
    return unsafe withUnsafeBytes(of: &address) { unsafe UInt16($0[2]) << 8 | UInt16($0[3]) }
  }

  /// The next client, if there is one.
  func accept() -> LoopbackSocket? {
    let client = Glibc.accept(descriptor, nil, nil)
    guard client >= 0 else { return nil }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    return LoopbackSocket(client)
  }

  /// Takes no client any more, and ends what is under way.
  func stop() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The bytes that have come; empty at the end, `nil` when there are none yet.
  func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    // because the buffer has the size that is given
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    if count >= 0 { return Array(buffer.prefix(count)) }
    return errno == EAGAIN || errno == EINTR ? nil : []
  }

  /// Sends an answer, which is smaller than what the system keeps for a connection, and ends the connection.
  func finish(with bytes: [UInt8]) {
    // because the bytes are read during the call
    _ = unsafe bytes.withUnsafeBytes {
      unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }
}

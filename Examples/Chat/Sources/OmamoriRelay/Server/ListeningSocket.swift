import Glibc
import OmamoriCore

/// The socket that clients connect to, closed with this object.
///
/// It never blocks. Safe to use from any thread.
final class ListeningSocket: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Listens.
  ///
  /// - Parameters:
  ///   - host: An address of this machine, or `localhost`.
  ///   - port: The port; the system chooses one when it is 0.
  /// - Returns: The socket.
  /// - Throws: ``RelayError/cannotListen(code:)``.
  static func listening(at host: String, port: UInt16) throws(RelayError) -> ListeningSocket {
    var hints = unsafe addrinfo()  // because all of it is zero
    // because the fields are numbers
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    // because the texts and the hints outlive the call
    let code = unsafe getaddrinfo(host == "localhost" ? "127.0.0.1" : host, String(port), &hints, &found)
    guard code == 0, let address = unsafe found else { throw .cannotListen(code: EADDRNOTAVAIL) }
    defer { unsafe freeaddrinfo(found) }  // because it was given by getaddrinfo
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = unsafe Glibc.socket(address.pointee.ai_family, kind, 0)  // because the address is valid
    guard descriptor >= 0 else { throw .cannotListen(code: errno) }
    let socket = ListeningSocket(descriptor)
    var isReused: Int32 = 1
    // because exactly one number is read
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    // because the address is as long as it says
    let isBound = unsafe bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0
    guard isBound, listen(descriptor, 128) == 0 else { throw .cannotListen(code: errno) }
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

  /// What came of looking for a client.
  enum Arrival {
    case client(ClientSocket)
    /// There is none now.
    case none
    /// There are no descriptors or no memory left.
    case exhausted
  }

  /// The next client, if there is one.
  func accept() -> Arrival {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // because the storage has room for an address of any family, and the pointer stays inside the closure
    let client = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.accept(descriptor, $0, &size)
      }
    }
    guard client >= 0 else {
      return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .none
    }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    // because the bytes are copied inside of the closure
    let bytes = unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
    return .client(ClientSocket(client, peer: PeerAddress(bytes, isShort: address.ss_family == AF_INET)))
  }
}

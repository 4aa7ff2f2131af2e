#if !canImport(Darwin)
import Glibc

/// The calls on local sockets that take an address.
enum UnixSocket {
  /// Makes a socket; -1 when there is none to be had.
  static func open() -> Int32 {
    Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// Gives a socket its name; 0, or -1 with `errno`.
  static func bind(_ socket: Int32, _ path: String) -> Int32 {
    // because the address outlives the call
    unsafe withAddress(of: path) { unsafe Glibc.bind(socket, $0, $1) }
  }

  /// Connects a socket, waiting for at most five seconds; 0, or -1 with `errno`.
  static func connect(_ socket: Int32, _ path: String) -> Int32 {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    // because setsockopt reads exactly one timeval, which outlives the call
    _ = unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // because the address outlives the call
    return unsafe withAddress(of: path) { unsafe Glibc.connect(socket, $0, $1) }
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let size = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < size else {
      errno = ENAMETOOLONG
      return -1
    }
    // because the bytes are fewer than the field has
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    // because an address of this family is one of all families, and the pointer stays inside the closure
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
#endif

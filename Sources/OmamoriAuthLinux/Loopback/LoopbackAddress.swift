import Glibc

/// Which address of this machine a receiver listens at.
public enum LoopbackAddress: Sendable, Hashable, CaseIterable {
  /// 127.0.0.1.
  case v4
  /// ::1.
  case v6

  /// The address as it stands in a URL.
  var name: String { self == .v4 ? "127.0.0.1" : "[::1]" }

  var family: Int32 { self == .v4 ? AF_INET : AF_INET6 }

  /// Calls `body` with the address and a port; the system chooses one when it is 0.
  func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    switch self {
    case .v4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      // because the address outlives the call
      return unsafe Self.rebind(&address, body)
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return unsafe Self.rebind(&address, body)
    }
  }

  private static func rebind<Address>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    let size = socklen_t(MemoryLayout<Address>.size)
    // because an address of a family is one of all families, and the pointer stays inside the closure
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, size) }
    }
  }
}

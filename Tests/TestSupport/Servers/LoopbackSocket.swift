import Foundation

/// A TCP socket on the loopback interface that listens; closed with this object.
package final class LoopbackSocket: Sendable {
  package let descriptor: Int32
  package let port: UInt16

  /// Listens on `wanted`, or on a port that the system chooses.
  package init(listening backlog: Int32 = 64, on wanted: UInt16 = 0) throws {
    let descriptor = Self.stream()
    self.descriptor = descriptor
    var address = Self.loopback(wanted)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var code: Int32 = -1
    // because the structure has the size that is given, and outlives the calls
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        code = unsafe bind(descriptor, pointer, size)
        if code == 0 { code = listen(descriptor, backlog) }
        if code == 0 { code = unsafe getsockname(descriptor, pointer, &size) }
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  deinit { close(descriptor) }

  /// Whether a server takes a connection at a port.
  package static func canConnect(_ port: UInt16) -> Bool {
    let descriptor = stream()
    defer { close(descriptor) }
    var address = loopback(port)
    // because the structure has the size that is given, and outlives the call
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func stream() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0) }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

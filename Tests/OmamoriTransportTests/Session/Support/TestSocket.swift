import Foundation
import Glibc

/// A TCP socket on the loopback interface that listens; closed with this object.
final class TestSocket: Sendable {
  let descriptor: Int32
  let port: UInt16

  /// Listens on `wanted`, or on a port that the system chooses.
  init(listening backlog: Int32 = 64, on wanted: UInt16 = 0) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    self.descriptor = descriptor
    var address = Self.loopback(wanted)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var code: Int32 = -1
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

  static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  static func canConnect(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    defer { close(descriptor) }
    var address = loopback(port)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

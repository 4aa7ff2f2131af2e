import Foundation
import Glibc

/// What this process has open.
struct LeakCount: CustomStringConvertible {
  let descriptors: Int
  let threads: Int
  let residentBytes: Int
  /// Sockets that are connected to a port of this machine.
  let connections: Int

  static var now: LeakCount {
    let list = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
    let memory =
      (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return LeakCount(
      descriptors: list.count, threads: threads,
      residentBytes: memory.count > 1 ? (Int(memory[1]) ?? 0) * 4096 : 0,
      connections: list.compactMap { Int32($0) }.filter { peer(of: $0) != nil }.count)
  }

  /// The number of sockets that are connected to a port of this machine.
  static func sockets(to port: UInt16) -> Int { descriptors(to: port).count }

  /// The sockets that are connected to a port of this machine.
  static func descriptors(to port: UInt16) -> [Int32] {
    let list = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return list.compactMap { Int32($0) }.filter { peer(of: $0) == port }
  }

  /// The port that a socket is connected to.
  private static func peer(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard unsafe getpeername(descriptor, pointer, &size) == 0,
          unsafe [AF_INET, AF_INET6].contains(Int32(pointer.pointee.sa_family))
        else { return nil }
        // because the port of both families of addresses is in the same place
        return unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          unsafe UInt16(bigEndian: $0.pointee.sin_port)
        }
      }
    }
  }

  var description: String {
    "\(descriptors) descriptors, \(connections) connections, \(threads) threads, \(residentBytes >> 10) KiB"
  }
}

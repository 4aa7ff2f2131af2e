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
      connections: list.compactMap { Int32($0) }.filter(isConnected).count)
  }

  private static func isConnected(_ descriptor: Int32) -> Bool {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard unsafe getpeername(descriptor, pointer, &size) == 0 else { return false }
        return unsafe [AF_INET, AF_INET6].contains(Int32(pointer.pointee.sa_family))
      }
    }
  }

  var description: String {
    "\(descriptors) descriptors, \(connections) connections, \(threads) threads, \(residentBytes >> 10) KiB"
  }
}

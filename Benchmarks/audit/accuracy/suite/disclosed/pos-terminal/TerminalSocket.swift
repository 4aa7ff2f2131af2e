import Darwin
import Foundation

struct TrackData {
  var pan: String
  var expiry: String
  var serviceCode: String

  var wireFormat: String { ";\(pan)=\(expiry)\(serviceCode)?" }
  var lastFour: String { String(pan.suffix(4)) }
}

final class TerminalSocket {
  private var fd: Int32 = -1

  func open(address: in_addr, port: UInt16) -> Bool {
    fd = socket(AF_INET, SOCK_STREAM, 0)
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = port.bigEndian
    target.sin_addr = address
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Darwin.connect(fd, $0, size) == 0 }
    }
  }

  func authorize(_ track: TrackData, cents: Int) -> Bool {
    let message = "AUTH|\(cents)|" + track.wireFormat
    let sent = message.withCString { send(fd, $0, strlen($0), 0) } // weak: clear-text helper
    NSLog("AUTH %d cents, card ending %@, %d bytes", cents, track.lastFour, sent) // safe: log
    return sent > 0
  }

  func void(receipt: Int) {
    let message = "VOID|\(receipt)\n"
    _ = message.withCString { send(fd, $0, strlen($0), 0) } // safe: clear-text
  }

  func close() {
    Darwin.close(fd)
    fd = -1
  }
}

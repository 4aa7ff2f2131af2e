import Foundation
import OmamoriSystem

/// One end of a pipe, which no program inherits; closed with this object.
final class PipeEnd: Sendable {
  private let number: StateMutex<Int32>
  private let pending = StateMutex<[UInt8]>([])

  private init(_ descriptor: Int32) { number = StateMutex(descriptor) }

  deinit { close() }

  /// The two ends of a new pipe.
  static func pair() throws -> (reader: PipeEnd, writer: PipeEnd) {
    var ends: [Int32] = [-1, -1]
    // because pipe writes exactly two numbers
    guard unsafe pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (PipeEnd(ends[0]), PipeEnd(ends[1]))
  }

  /// The descriptor, or -1 when it is closed.
  var descriptor: Int32 { number.withLock { $0 } }

  /// Closes this end.
  func close() {
    number.withLock { number in
      if number >= 0 { _ = Foundation.close(number) }
      number = -1
    }
  }

  /// Reads a line without its end, waiting `seconds` at most; the last one may lack its end.
  func readLine(seconds: Double) throws -> String {
    let limit = ContinuousClock.now + .seconds(seconds)
    let descriptor = descriptor
    return try pending.withLock { pending in
      while true {
        if let end = pending.firstIndex(of: 0x0A) {
          defer { pending.removeSubrange(...end) }
          return String(decoding: pending[..<end], as: UTF8.self)
        }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard ContinuousClock.now < limit else { throw Overdue(command: "line", errors: "") }
        guard unsafe poll(&wait, 1, 100) > 0 else { continue }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let room = buffer.count
        // because at most the array's own size is written into it
        let count = unsafe read(descriptor, &buffer, room)
        if count > 0 {
          pending += buffer[..<count]
        } else if pending.isEmpty {
          throw Overdue(command: "line", errors: "the program has ended")
        } else {
          pending.append(0x0A)
        }
      }
    }
  }
}

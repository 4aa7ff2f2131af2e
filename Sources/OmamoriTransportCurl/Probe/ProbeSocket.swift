import Glibc
import OmamoriCore
import OmamoriTransport

/// A connected TCP socket that never blocks for longer than its watch says; closed with this object.
final class ProbeSocket {
  private let descriptor: Int32
  /// How long each call may wait.
  var watch: ProbeWatch

  /// Connects.
  init(to address: SocketAddress, _ watch: ProbeWatch) throws(ProbeWatch.Interruption) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw .failed(errno) }
    (self.descriptor, self.watch) = (descriptor, watch)
    var one: Int32 = 1
    // because the option is an `Int32`
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    let code = unsafe address.withPointer { unsafe connect(descriptor, $0, $1) }
    if code == 0 { return }
    guard errno == EINPROGRESS else { throw .failed(errno) }
    try watch.wait(for: descriptor, POLLOUT)
    var (problem, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size) == 0, problem == 0 else {
      throw .failed(problem)
    }
  }

  deinit { close(descriptor) }

  /// Sends all of it.
  func send(_ bytes: [UInt8]) throws(ProbeWatch.Interruption) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // because the bytes are read during the call
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        try watch.wait(for: descriptor, POLLOUT)
      } else {
        throw .failed(errno)
      }
    }
  }

  /// Tells the other side that nothing more comes; it may still say something.
  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Waits for bytes, not longer than until `end`; none when the other side ended the connection.
  func receive(until end: ContinuousClock.Instant? = nil) throws(ProbeWatch.Interruption) -> [UInt8] {
    let limited = ProbeWatch(
      cancellation: watch.cancellation, deadline: min(end ?? watch.deadline, watch.deadline))
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      try limited.wait(for: descriptor, POLLIN)
      // because the buffer has the size that is given
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count >= 0 { return Array(buffer.prefix(count)) }
      guard errno == EAGAIN || errno == EINTR else { throw .failed(errno) }
    }
  }
}

import Glibc

/// A client's socket, closed with this object.
///
/// It never blocks. Safe to use from any thread.
final class ClientSocket: Sendable {
  let descriptor: Int32
  let peer: PeerAddress

  init(_ descriptor: Int32, peer: PeerAddress) { (self.descriptor, self.peer) = (descriptor, peer) }

  deinit { close(descriptor) }

  /// Sends small pieces at once, since answers are written as a whole.
  func hurry() {
    var isOn: Int32 = 1
    // because exactly one number is read
    unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Ends the connection in one direction or both, whoever uses it.
  func stop(_ direction: Int32 = Int32(SHUT_RDWR)) { _ = shutdown(descriptor, direction) }

  /// Takes bytes that nobody looks at; gives their number, `nil` when the client is gone.
  func discard() -> Int? {
    var room = [UInt8](repeating: 0, count: 64 << 10)
    // because the room has the size that is given
    let count = unsafe recv(descriptor, &room, room.count, 0)
    if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
    return count > 0 ? count : nil
  }
}

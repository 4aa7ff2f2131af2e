#if !canImport(Darwin)
import Glibc
import OmamoriCore

/// The socket that an agent listens at, the only one of its folder.
package final class AgentListener: Sendable {
  private let folder: AgentFolder
  private let place: Int32
  private let socket: Int32
  private let isClosed = Protected(false)
  private let wakeRead: Int32
  private let wakeWrite: Int32

  /// Listens; `nil` when another agent does already.
  ///
  /// A socket that an agent left behind when it was killed is replaced.
  package init?(at location: AgentSocket) throws(KeychainError) {
    let folder = try AgentFolder.open(location, isMade: true)
    guard let place = try folder.takePlace() else { return nil }
    var ends: [Int32] = [-1, -1]
    // because pipe fills exactly the two elements of the array
    let socket = unsafe pipe(&ends) == 0 ? UnixSocket.open() : -1
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (self.folder, self.place, self.socket) = (folder, place, socket)
    (wakeRead, wakeWrite) = (ends[0], ends[1])
    guard socket >= 0 else { throw .file(.agent, code: errno) }
    folder.removeSocket()
    guard UnixSocket.bind(socket, folder.socketPath) == 0, listen(socket, 64) == 0 else {
      throw .file(.agent, code: errno)
    }
    // The folder keeps others away in between. because the name is a string that outlives the call
    guard unsafe chmod(folder.socketPath, 0o600) == 0 else { throw .file(.agent, code: errno) }
    for descriptor in [socket, wakeRead] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    end()
    for descriptor in [wakeRead, wakeWrite] where descriptor >= 0 { close(descriptor) }
  }

  /// Gives the place up, so that clients are refused and another agent can take it; not while somebody waits for a client.
  package func end() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    if socket >= 0 { close(socket) }
    folder.removeSocket()
    close(place)
  }

  /// Makes ``next(isFull:)`` return.
  package func wake() {
    var byte: UInt8 = 0
    // because one byte is read from one byte that outlives the call
    _ = unsafe write(wakeWrite, &byte, 1)
  }

  /// Waits for a client.
  ///
  /// - Parameter isFull: Whether to leave clients waiting and only wait to be woken.
  /// - Returns: The client, or `nil` when it is gone again, is not the user's, or ``wake()`` was called.
  package func next(isFull: Bool) -> AgentConnection? {
    var waiting = [pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0)]
    if !isFull { waiting.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
    // because poll is told of exactly the entries of the array
    guard unsafe poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return nil }
    if waiting[0].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 256)
      // because at most the array's own size is written into it
      _ = unsafe read(wakeRead, &bytes, bytes.count)
    }
    guard waiting.last?.fd == socket, waiting.last?.revents != 0 else { return nil }
    let client = accept(socket, nil, nil)
    guard client >= 0 else {
      // Too many open files: others have to be closed first.
      if errno == EMFILE || errno == ENFILE { usleep(50_000) }
      return nil
    }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    let connection = AgentConnection(client)
    return connection.isOurs ? connection : nil
  }
}
#endif

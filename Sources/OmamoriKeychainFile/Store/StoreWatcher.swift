import Glibc
import OmamoriCore
import OmamoriKeychain

/// Notices that files in a folder are written to, on a thread of its own.
///
/// Safe to use from any thread.
final class StoreWatcher: Sendable {
  /// What the thread waits for: the system's notes, and the end of a pipe whose other end is closed to stop it.
  private struct Descriptors {
    let notes: Int32
    let stop: Int32
    let isWatched: Bool
  }

  /// How long after a note the watcher looks once more, in milliseconds: a change is written to the log a moment before
  /// it counts, and that it counts is nothing that the system tells.
  private static let looks: [Int32] = [2, 20, 200]
  /// How often it looks without any note, in milliseconds, since a writer may be stopped between the two.
  private static let interval: Int32 = 1000
  /// How often it looks where the system does not tell at all, in milliseconds.
  private static let blindInterval: Int32 = 200

  private let pipeEnd: Protected<Int32?>

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - onChange: Is called when something may have been written, on the thread of the watcher, with whether the system
  ///     noted it; many writes may give one call.
  /// - Throws: `KeychainError.unsupported(_:)` when the system gives no descriptor or thread.
  init(_ folder: String, onChange: @escaping @Sendable (_ isNoted: Bool) -> Void) throws(KeychainError) {
    let notes = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    var ends: [Int32] = [-1, -1]
    let hasPipe = unsafe pipe(&ends) == 0  // because the array has room for both ends
    for end in ends where hasPipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
    // A person may have only so many watches; without one the watcher looks by itself from time to time.
    // because the name is a string that outlives the call
    let isWatched = unsafe notes >= 0 && inotify_add_watch(notes, folder, mask) >= 0
    let descriptors = Descriptors(notes: notes, stop: ends[0], isWatched: isWatched)
    let isRunning = hasPipe && OwnThread.start { Self.run(descriptors, onChange) }
    guard isRunning else {
      for descriptor in [notes] + ends where descriptor >= 0 { close(descriptor) }
      throw .unsupported(.changes)
    }
    pipeEnd = Protected(ends[1])
  }

  deinit { stop() }

  /// Ends the watching.
  func stop() {
    pipeEnd.withLock { end in
      if let end { close(end) }
      end = nil
    }
  }

  private static func run(_ descriptors: Descriptors, _ onChange: (Bool) -> Void) {
    defer {
      if descriptors.notes >= 0 { close(descriptors.notes) }
      close(descriptors.stop)
    }
    var look = looks.count
    while true {
      let rest = descriptors.isWatched ? interval : blindInterval
      let timeout = look < looks.count ? looks[look] : rest
      var requests = [
        pollfd(fd: descriptors.notes, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptors.stop, events: Int16(POLLIN), revents: 0),
      ]
      // because the array outlives the call and its length is given
      let count = unsafe poll(&requests, nfds_t(requests.count), timeout)
      if count < 0 && errno != EINTR { return }
      if requests[1].revents != 0 { return }
      if count > 0 { drain(descriptors.notes) }
      look = count > 0 ? 0 : min(look + 1, looks.count)
      onChange(count > 0)
    }
  }

  /// Takes all notes away: that there are any is enough.
  private static func drain(_ descriptor: Int32) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { room in
      // because the call writes at most the size of the room
      while unsafe read(descriptor, room.baseAddress, room.count) > 0 {}
    }
  }
}

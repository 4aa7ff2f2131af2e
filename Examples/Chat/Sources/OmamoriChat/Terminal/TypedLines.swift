import ChatSystem
import Glibc
import OmamoriCore
import Synchronization

/// The lines of standard input as they come, without waiting for its end and with a bound for each.
final class TypedLines: Sendable {
  private struct State {
    var rest: [UInt8] = []
    var isAtEnd = false
  }

  private static let longestLine = 1 << 18

  private let state = Protected(State())

  /// The next lines that are there, at least one unless the input ended.
  ///
  /// - Returns: The lines without line feeds; empty at the end.
  /// - Throws: ``ChatFault`` for a line that is too long, `CancellationError`.
  func next() async throws -> [[UInt8]] {
    let isCancelled = CancellationFlag()
    return try await isCancelled.run { try self.read(isCancelled) }
  }

  private func read(_ isCancelled: CancellationFlag) throws -> [[UInt8]] {
    var (rest, isAtEnd) = state.withLock { ($0.rest, $0.isAtEnd) }
    var lines: [[UInt8]] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while lines.isEmpty, !isAtEnd {
      guard try isCancelled.isReady(0) else { continue }
      // because at most the array's own size is written into it
      let count = unsafe Glibc.read(0, &room, room.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw ChatFault.unreadable("-", errno) }
      isAtEnd = count == 0
      rest += room[..<count]
      (lines, rest) = Self.split(rest, isAtEnd: isAtEnd)
      guard rest.count <= Self.longestLine else { throw ChatFault.tooLarge("-") }
    }
    state.withLock { $0 = State(rest: rest, isAtEnd: isAtEnd) }
    return lines
  }

  private static func split(_ bytes: [UInt8], isAtEnd: Bool) -> (lines: [[UInt8]], rest: [UInt8]) {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    let rest = isAtEnd ? [] : parts.removeLast()
    return (parts.filter { line in !line.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }, rest)
  }
}

/// Lets work on a thread of its own see that the task that waits for it was cancelled.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Runs `work` on a thread of its own.
  ///
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withTaskCancellationHandler {
      try await DetachedThread.run(work)
    } onCancel: {
      flag.store(true, ordering: .relaxed)
    }
  }

  /// Whether something can be read, asked for a short time so that a cancellation is noticed.
  ///
  /// - Throws: `CancellationError`.
  func isReady(_ descriptor: Int32) throws -> Bool {
    if flag.load(ordering: .relaxed) { throw CancellationError() }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // because poll is told of exactly the one entry
    return unsafe poll(&entry, 1, 100) > 0
  }
}

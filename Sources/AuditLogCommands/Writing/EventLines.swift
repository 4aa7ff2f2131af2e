import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore

/// The lines of standard input as they come, without waiting for its end and with a bound for each.
package final class EventLines: Sendable {
  private struct State {
    var rest: [UInt8] = []
    var isAtEnd = false
  }

  private let state = Protected(State())

  package init() {}

  /// Where standard input stands, when it is a file that can be read a second time.
  static var place: off_t? {
    guard FileStatus(descriptor: 0)?.kind == .file else { return nil }
    let place = lseek(0, 0, SEEK_CUR)
    return place < 0 ? nil : place
  }

  /// Lines from a place of the file on.
  ///
  /// - Throws: ``CryptoFault`` when the file cannot be read from there.
  static func lines(from place: off_t) throws(CryptoFault) -> EventLines {
    guard lseek(0, place, SEEK_SET) == place else { throw .unreadable("-", errno) }
    return EventLines()
  }

  /// The next lines that are there, at least one unless the input ended.
  ///
  /// - Returns: The lines without line feeds; empty at the end.
  /// - Throws: ``CryptoFault`` for a line that is too long, `CancellationError`.
  package func next() async throws -> [[UInt8]] {
    let cancellation = Cancellation()
    return try await cancellation.run { try self.read(cancellation) }
  }

  private func read(_ cancellation: Cancellation) throws -> [[UInt8]] {
    var (rest, isAtEnd) = state.withLock { ($0.rest, $0.isAtEnd) }
    var lines: [[UInt8]] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while lines.isEmpty, !isAtEnd {
      try cancellation.check()
      guard Self.isReady() else { continue }
      // because at most the array's own size is written into it
      let count = unsafe Glibc.read(0, &room, room.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw CryptoFault.unreadable("-", errno) }
      isAtEnd = count == 0
      rest += room[..<count]
      (lines, rest) = Self.split(rest, isAtEnd: isAtEnd)
      guard rest.count <= EventDocument.greatestSize else { throw CryptoFault.tooLarge("-") }
    }
    state.withLock { $0 = State(rest: rest, isAtEnd: isAtEnd) }
    return lines
  }

  /// Whether something can be read, asked for a short time so that control-C is noticed.
  private static func isReady() -> Bool {
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    // because poll is told of exactly the one entry
    return unsafe poll(&entry, 1, 100) > 0
  }

  private static func split(_ bytes: [UInt8], isAtEnd: Bool) -> (lines: [[UInt8]], rest: [UInt8]) {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    let rest = isAtEnd ? [] : parts.removeLast()
    return (parts.filter { line in !line.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }, rest)
  }
}

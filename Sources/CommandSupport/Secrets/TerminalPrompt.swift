import CommandLineKit
package import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Asks the person at the terminal for a secret, without showing what is typed.
///
/// The terminal is `/dev/tty`, so that standard input and output are free for data. It is put back whatever happens:
/// after the answer, at control-C, when the process is stopped (control-Z, the question is asked again afterwards) and
/// when it is told to end.
package struct TerminalPrompt: Sendable {
  /// The most bytes of an answer; terminals take no longer lines either.
  private static let longestAnswer = 4096

  /// Asks one question.
  ///
  /// - Parameters:
  ///   - question: What is shown, such as `Password: `.
  ///   - isHidden: Whether what is typed is not shown.
  /// - Returns: The bytes that were typed, without the line feed.
  /// - Throws: ``CryptoFault`` when there is no terminal or no answer, `CancellationError`.
  package static func ask(_ question: String, isHidden: Bool = true) async throws -> SharedSecretBytes {
    guard let signals = PromptSignals() else { throw CryptoFault.noTerminal }
    return try await withTaskCancellationHandler {
      try await WatchingThread.run { try ask(question, isHidden, signals) }
    } onCancel: {
      signals.cancel()
    }
  }

  private static func ask(
    _ question: String, _ isHidden: Bool, _ signals: PromptSignals
  ) throws -> SharedSecretBytes {
    // because the name is a string that outlives the call
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0, let mode = TerminalMode(terminal) else { throw CryptoFault.noTerminal }
    defer { close(terminal) }
    while true {
      signals.startCatching()
      if isHidden { mode.hideTyping() }
      // because a question that is not seen can be answered, too
      try? Terminal(descriptor: terminal).write(question)
      let answer = read(terminal, signals)
      mode.restore()
      // because the line feed that was typed was not shown
      if isHidden || !answer.isText { try? Terminal(descriptor: terminal).write("\n") }
      signals.stopCatching()
      switch answer {
      case .text(let secret): return secret
      case .nothing: throw CryptoFault.noAnswer
      case .signal(0): throw CancellationError()
      case .signal(let number): signals.deliver(number)
      }
    }
  }

  private enum Answer {
    case text(SharedSecretBytes)
    case nothing
    case signal(Int32)

    var isText: Bool { if case .text = self { true } else { false } }
  }

  private static func read(_ terminal: Int32, _ signals: PromptSignals) -> Answer {
    var line = SecretBytes(count: longestAnswer) { _ in }
    var count = 0
    while true {
      var waiting = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      // because poll is told of exactly the two entries
      guard unsafe poll(&waiting, 2, -1) >= 0 || errno == EINTR else { return .nothing }
      if waiting[1].revents != 0 { return .signal(signals.next()) }
      guard waiting[0].revents != 0 else { continue }
      let added = line.withMutableBytes { bytes in
        // because the bytes stay inside the closure, and read fills what is left of them at most
        unsafe bytes.withUnsafeMutableBytes {
          unsafe systemRead(terminal, $0.baseAddress, $0.count, from: count)
        }
      }
      if added < 0, errno == EINTR { continue }
      guard added > 0 || count > 0 else { return .nothing }
      count += max(added, 0)
      let isComplete = line.bytes.last(of: count) == UInt8(ascii: "\n")
      if isComplete { count -= 1 }
      guard !isComplete, added > 0, count < longestAnswer else {
        return .text(SharedSecretBytes(SecretBytes(copying: line.bytes.extracting(0..<count))))
      }
    }
  }
}

extension RawSpan {
  /// The byte before `end`, if there is one.
  fileprivate func last(of end: Int) -> UInt8? {
    // because the offset lies within the bytes
    (1...max(byteCount, 1)).contains(end) ? unsafe unsafeLoad(fromByteOffset: end - 1, as: UInt8.self) : nil
  }
}

private func systemRead(_ file: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int, from start: Int) -> Int
{
  // because the caller's room has `count` bytes, of which `start` are filled
  unsafe read(file, room?.advanced(by: start), count - start)
}

/// A terminal whose echo can be turned off and on again.
struct TerminalMode {
  private let descriptor: Int32
  private let original: termios

  /// Remembers how the terminal is; `nil` when it is none.
  init?(_ descriptor: Int32) {
    var mode = termios()
    // because tcgetattr fills exactly one structure, which outlives the call
    guard unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
    (self.descriptor, original) = (descriptor, mode)
  }

  /// Stops showing what is typed, and forgets what was typed before.
  func hideTyping() {
    var mode = original
    mode.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    mode.c_lflag |= tcflag_t(ICANON | ISIG)
    set(mode)
  }

  /// Puts everything back.
  func restore() { set(original) }

  private func set(_ mode: termios) {
    var mode = mode
    // because tcsetattr reads exactly one structure, which outlives the call
    while unsafe tcsetattr(descriptor, TCSAFLUSH, &mode) != 0, errno == EINTR {}
  }
}

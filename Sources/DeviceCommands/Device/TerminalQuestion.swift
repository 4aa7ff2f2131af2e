import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriDevice

/// Speaks with the person at the terminal for an authenticator.
final class TerminalQuestion: AuthenticationPrompt {
  private let arguments: Arguments
  /// How many questions stand at the terminal.
  private let open = Protected(0)

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Waits until no question stands at the terminal, so that it shows again what is typed.
  ///
  /// An authenticator that is cancelled does not wait for the answer to its question.
  func settle() async {
    // The caller's task may be cancelled, and then it could not sleep.
    await Task.detached { [open] in
      for _ in 0..<500 where open.withLock({ $0 }) > 0 {
        // because nobody cancels this task
        try? await Task.sleep(for: .milliseconds(2))
      }
    }.value
  }

  /// Asks at the terminal; what is secret is not shown while it is typed.
  func reply(to question: AuthenticationQuestion) async -> AuthenticationReply {
    guard question.answer != .action else {
      await show(AuthenticationNotice(question.text))
      await Self.waitForCancellation()
      return .cancelled
    }
    open.withLock { $0 += 1 }
    defer { open.withLock { $0 -= 1 } }
    do {
      let text = Self.plain(question.text[arguments.reportLanguage])
      let isSpaced = text.last?.isWhitespace == true
      return .secret(
        try await TerminalPrompt.ask(isSpaced ? text : text + " ", isHidden: question.answer == .secret))
    } catch let fault as CryptoFault where fault == .noTerminal {
      return .unavailable
    } catch {
      return .cancelled
    }
  }

  /// Writes to standard error.
  func show(_ notice: AuthenticationNotice) async {
    // because a notice that cannot be shown must not keep the person from answering
    try? arguments.errors.write(Self.plain(notice.text[arguments.reportLanguage]) + "\n")
  }

  /// The text without anything that could move the cursor.
  private static func plain(_ text: String) -> String { String(Printable.quote(text).dropFirst().dropLast()) }

  private static func waitForCancellation() async {
    // because a sleep ends early only with its task
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }
}

#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriDevice

/// Speaks with the person at the terminal for an authenticator.
struct TerminalQuestion: AuthenticationPrompt {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Asks at the terminal; what is secret is not shown while it is typed.
  func reply(to question: AuthenticationQuestion) async -> AuthenticationReply {
    guard question.answer != .action else {
      await show(AuthenticationNotice(question.text))
      await Self.waitForCancellation()
      return .cancelled
    }
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
#endif

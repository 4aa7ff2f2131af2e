#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore

/// Asks a person to agree to something that cannot be undone.
enum Agreement {
  /// Asks at the terminal; only `yes` agrees.
  ///
  /// - Throws: ``CryptoFault`` when there is nobody to ask, `CancellationError`.
  static func ask(_ arguments: Arguments, _ question: LocalizedText) async throws -> Bool {
    do {
      let answer = try await TerminalPrompt.ask(question[arguments.reportLanguage], isHidden: false)
      return TerminalText.text(answer)?.lowercased() == "yes"
    } catch let fault as CryptoFault where fault == .noTerminal {
      throw CryptoFault.usage(
        HelpText("there is no terminal to ask for your agreement", ja: "同意を確認する端末がありません"),
        hint: HelpText("give --yes", ja: "--yes を指定してください"))
    } catch let fault as CryptoFault where fault == .noAnswer {
      return false
    }
  }
}
#endif

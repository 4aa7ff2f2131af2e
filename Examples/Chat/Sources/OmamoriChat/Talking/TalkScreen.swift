import Glibc
import OmamoriCore

/// What two people who talk see: lines, and a prompt below them where somebody types.
struct TalkScreen: Sendable {
  private let arguments: Arguments
  private let printer: ChatPrinter
  private let hasPrompt: Bool

  init(_ arguments: Arguments) {
    self.arguments = arguments
    printer = ChatPrinter(arguments)
    hasPrompt = arguments.output.isTerminal && isatty(0) == 1
  }

  /// Shows lines above the prompt.
  func show(_ text: String) throws {
    guard !text.isEmpty else { return }
    try arguments.output.write(hasPrompt ? "\r\u{1B}[K" + text : text)
    try prompt()
  }

  /// Shows a sentence of the tool.
  func say(_ text: LocalizedText) throws {
    try show(arguments.output.styled("-- " + text[arguments.language], .dim) + "\n")
  }

  /// Shows lines of the history.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - peer: The peer.
  ///   - isShortened: Whether of long texts only the beginning is shown.
  /// - Throws: ``WriteFailure`` for an output that is closed.
  func show(
    _ lines: [(number: Int, entry: HistoryEntry)], with peer: String, isShortened: Bool = false
  ) throws {
    try show(
      lines.map { printer.line($0.entry, $0.number, with: peer, isShortened: isShortened) }.joined())
  }

  /// Says what failed although the conversation goes on.
  func say(_ fault: any ExitCodeProviding) throws {
    try say(fault.message)
    if let hint = fault.hint { try say(hint) }
  }

  /// Invites to type.
  func prompt() throws { if hasPrompt { try arguments.output.write("> ") } }

  /// Leaves the prompt behind.
  func end() throws { if hasPrompt { try arguments.output.write("\r\u{1B}[K") } }
}

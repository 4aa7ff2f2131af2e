/// What can go wrong between the command line and the terminal.
@nonexhaustive
public enum CommandLineError: Error, Sendable, Equatable {
  /// The command line was wrong: what is wrong with it, and what to type instead.
  case usage(HelpText, hint: HelpText)
  /// A handle was read among the arguments of a command it was not declared in; the name of the parameter.
  case foreignParameter(String)
  /// The reader of the output is gone (a closed pipe); the tool ends without another word.
  case outputClosed
  /// Output could not be written: the path of the file, or `nil` for the terminal, and the `errno` value.
  case writeFailed(path: String?, code: Int32)
  /// The system refused something else, such as a thread: the `errno` value.
  case system(code: Int32)
}

extension CommandLineError: ExitCodeProviding {
  /// ``ExitCode/usage`` for a wrong command line, otherwise ``ExitCode/failure``.
  public var exitCode: ExitCode {
    if case .usage = self { .usage } else { .failure }
  }

  /// What went wrong.
  public var message: HelpText {
    switch self {
    case .usage(let message, _):
      return message
    case .foreignParameter(let name):
      return HelpText(
        "the parameter '\(name)' does not belong to this command",
        ja: "パラメータ '\(name)' はこのコマンドのものではありません"
      )
    case .outputClosed:
      return HelpText("the output was closed", ja: "出力先が閉じられました")
    case .writeFailed(let path, let code):
      let reason = SystemError.text(code)
      guard let path else {
        return HelpText(
          "could not write the output: \(reason.english)", ja: "出力を書き込めません: \(reason.japanese)")
      }
      let file = Printable.quote(path)
      return HelpText(
        "could not write \(file): \(reason.english)", ja: "\(file) に書き込めません: \(reason.japanese)")
    case .system(let code):
      let reason = SystemError.text(code)
      return HelpText(
        "the system refused a call: \(reason.english)", ja: "システムコールに失敗しました: \(reason.japanese)")
    }
  }

  /// What to do about it.
  public var hint: HelpText? {
    switch self {
    case .usage(_, let hint): hint
    case .writeFailed:
      HelpText(
        "check that the folder exists, that you may write there and that the disk is not full",
        ja: "フォルダの有無、書き込み権限、空き容量を確認してください"
      )
    case .foreignParameter:
      HelpText("this is a fault of the tool; please report it", ja: "ツールの不具合です。ご報告ください")
    case .system, .outputClosed: nil
    }
  }
}

extension CommandLineError: CustomStringConvertible {
  /// What went wrong and what to do, in English.
  public var description: String {
    message.english + (hint.map { "; \($0.english)" } ?? "")
  }
}

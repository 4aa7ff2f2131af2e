import OmamoriCore

/// What was typed, read through the handles that a command declared, and where its output goes.
struct Arguments: Sendable {
  /// The language to speak.
  let language: Language
  /// Standard output.
  let output: Terminal
  /// Standard error.
  let errors: Terminal
  /// The variables of the process.
  let environment: [String: String]
  /// What happens when the person stops the program.
  let interruption: Interruption
  /// The words of each parameter.
  let words: [Int: [String]]

  /// The value of a parameter of this command.
  subscript<Value>(parameter: Parameter<Value>) -> Value {
    get throws(ChatFault) { try parameter.read(words[parameter.index] ?? []) }
  }

  /// Says something on standard error that is not the answer; what cannot be written there stops nothing.
  func note(_ text: String) {
    // because the work goes on without it
    try? errors.write(text)
  }

  /// Says on standard error what the person should know although the work goes on.
  func warn(_ message: LocalizedText, hint: LocalizedText) {
    let titles = (LocalizedText("warning:", ja: "警告:"), LocalizedText("hint:", ja: "ヒント:"))
    note(
      "\(errors.styled(titles.0[language], .bold, .yellow)) \(message[language])\n"
        + "\(errors.styled(titles.1[language], .cyan)) \(hint[language])\n")
  }

  /// Refuses a command line on which several things would come from standard input.
  ///
  /// - Parameter users: For each thing whether it comes from there.
  /// - Throws: ``ChatFault``.
  func shareStandardInput(_ users: Bool...) throws(ChatFault) {
    guard users.count(where: \.self) > 1 else { return }
    throw .usage(
      LocalizedText("only one thing can come from standard input", ja: "標準入力から読み込めるのは 1 つだけです"),
      hint: LocalizedText("give the others as files", ja: "ほかはファイルで指定してください"))
  }
}

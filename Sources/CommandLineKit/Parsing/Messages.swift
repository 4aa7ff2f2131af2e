/// The sentences the parser says, in both languages.
enum Messages {
  static func unknownCommand(
    _ word: String, in path: [String], known: [String], meant: String? = nil
  ) -> CommandLineError {
    .usage(
      HelpText("unknown command \(Printable.quote(word))", ja: "\(Printable.quote(word)) というコマンドはありません"),
      hint: meant.map(didYouMean) ?? hint(word, known, path)
    )
  }

  static func unknownOption(_ word: String, in path: [String], known: [String]) -> CommandLineError {
    // One letter is close to every other one, so only long spellings are compared.
    let long = word.hasPrefix("--") ? known.filter { $0.hasPrefix("--") } : []
    return .usage(
      HelpText("unknown option \(Printable.quote(word))", ja: "\(Printable.quote(word)) というオプションはありません"),
      hint: hint(word, long, path)
    )
  }

  static func oneDash(_ word: String) -> CommandLineError {
    .usage(
      HelpText("unknown option '\(word)'", ja: "'\(word)' というオプションはありません"),
      hint: HelpText("did you mean '-\(word)'?", ja: "'-\(word)' ではありませんか?")
    )
  }

  static func unexpected(_ word: String, in path: [String]) -> CommandLineError {
    .usage(
      HelpText("unexpected argument \(Printable.quote(word))", ja: "余分な引数 \(Printable.quote(word)) があります"),
      hint: see(path)
    )
  }

  static func takesNoValue(_ name: String) -> CommandLineError {
    .usage(
      HelpText("\(name) takes no value", ja: "\(name) に値は指定できません"),
      hint: HelpText("write \(name) alone", ja: "\(name) だけを指定してください")
    )
  }

  /// A long flag with a value it does not take; one that takes a value was given an empty one.
  static func takesNoValue(_ name: String, _ definition: Definition) -> CommandLineError {
    guard !definition.value.isEmpty else { return takesNoValue(name) }
    return .usage(
      HelpText("\(name)= has no value behind it", ja: "\(name)= の後に値がありません"),
      hint: HelpText(
        "write \(name) alone or \(name)=\(definition.value)",
        ja: "\(name) だけ、または \(name)=\(definition.value) を指定してください"))
  }

  static func needsValue(_ definition: Definition, name: String, next: String?) -> CommandLineError {
    let example = "\(definition.displayName)=\(next ?? definition.value)"
    let hint =
      next == nil
      ? HelpText("write \(name) \(definition.value)", ja: "\(name) \(definition.value) の形で指定してください")
      : HelpText(
        "write \(example) if that really is the value",
        ja: "本当にその値であれば \(example) と指定してください"
      )
    return .usage(HelpText("\(name) needs a value", ja: "\(name) には値が必要です"), hint: hint)
  }

  static func missing(_ definition: Definition, command path: [String]?) -> CommandLineError {
    let name = definition.displayName
    if case .words(let words) = definition.completion, (1...12).contains(words.count) {
      let list = words.joined(separator: ", ")
      return .usage(
        HelpText("missing \(name)", ja: "\(name) がありません"),
        hint: HelpText("use one of: \(list)", ja: "次のいずれかを指定してください: \(list)"))
    }
    return .usage(
      HelpText(
        "missing \(name): \(definition.help.english)",
        ja: "\(name) がありません: \(definition.help.japanese)"
      ),
      hint: path.map(see) ?? HelpText("add \(name)", ja: "\(name) を指定してください")
    )
  }

  static func invalid(
    _ word: String,
    name: String,
    completion: Completion,
    expectation: HelpText?
  ) -> CommandLineError {
    let message = HelpText(
      "\(Printable.quote(word)) is not a value of \(name)",
      ja: "\(Printable.quote(word)) は \(name) の値として使えません"
    )
    if case .words(let words) = completion {
      let list = words.joined(separator: ", ")
      guard let near = Suggestion.closest(to: word, among: words) else {
        return .usage(message, hint: HelpText("use one of: \(list)", ja: "次のいずれかを指定してください: \(list)"))
      }
      return .usage(
        message,
        hint: HelpText(
          "did you mean '\(near)'? (one of: \(list))",
          ja: "'\(near)' ではありませんか?（指定できる値: \(list)）"
        )
      )
    }
    guard let expectation else {
      return .usage(message, hint: HelpText("give another value", ja: "別の値を指定してください"))
    }
    return .usage(
      message,
      hint: HelpText("give \(expectation.english)", ja: "\(expectation.japanese)を指定してください")
    )
  }

  private static func hint(_ word: String, _ known: [String], _ path: [String]) -> HelpText {
    guard let near = Suggestion.closest(to: word, among: known) else { return see(path) }
    return didYouMean(near)
  }

  private static func didYouMean(_ word: String) -> HelpText {
    HelpText("did you mean '\(word)'?", ja: "'\(word)' ではありませんか?")
  }

  private static func see(_ path: [String]) -> HelpText {
    let line = "\(path.joined(separator: " ")) --help"
    return HelpText("see '\(line)'", ja: "'\(line)' をご覧ください")
  }
}

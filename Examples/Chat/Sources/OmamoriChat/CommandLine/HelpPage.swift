import OmamoriCore

/// The help of the program or of one of its commands.
struct HelpPage {
  private static let width = 80

  /// The commands from the program itself to the one that is shown.
  private let path: [Command]
  private var command: Command { path[path.count - 1] }
  private let language: Language

  init(_ path: [Command], _ language: Language) {
    (self.path, self.language) = (path, language)
  }

  /// The help as it is shown.
  var text: String {
    var parts = [command.summary[language], title("Usage", "使い方") + "\n  " + usage]
    if !command.discussion[language].isEmpty { parts.append(Self.wrapped(command.discussion[language])) }
    let own = Array(command.definitions.dropFirst(sharedOptions.definitions.count))
    parts += section(title("Commands", "コマンド"), command.commands.map { ($0.name, $0.summary[language]) })
    parts += section(title("Arguments", "引数"), own.filter(\.isArgument).map(row))
    parts += section(title("Options", "オプション"), own.filter { !$0.isArgument }.map(row))
    parts += section(
      title("Options of every command", "共通オプション"),
      sharedOptions.definitions.map(row) + Self.builtIn.map { ($0.0, $0.1[language]) })
    if !command.examples.isEmpty {
      let lines = command.examples.map { "  \($0.line)\n      \($0.meaning[language])" }
      parts.append(title("Examples", "使用例") + "\n" + lines.joined(separator: "\n"))
    }
    parts += section(title("Exit codes", "終了コード"), exitCodes)
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static let builtIn = [
    ("-h, --help", LocalizedText("Show help and exit.", ja: "ヘルプを表示して終了します。")),
    ("    --version", LocalizedText("Show the version and exit.", ja: "バージョンを表示して終了します。")),
  ]

  private static let meanings: [ExitMeaning] = [
    ExitMeaning(.success, LocalizedText("Done, or the answer is yes.", ja: "完了、または答えが「はい」。")),
    ExitMeaning(.findings, LocalizedText("The answer is no.", ja: "答えが「いいえ」。")),
    ExitMeaning(.usage, LocalizedText("The command line or the input is wrong.", ja: "コマンドまたは入力の誤り。")),
    ExitMeaning(.failure, LocalizedText("The work could not be completed.", ja: "処理を完了できませんでした。")),
    ExitMeaning(.interrupted, LocalizedText("Interrupted.", ja: "中断されました。")),
  ]

  private var usage: String {
    let words = command.action == nil ? [LocalizedText("<command>", ja: "<コマンド>")[language]] : []
    let options = LocalizedText("[options]", ja: "[オプション]")[language]
    let arguments = command.definitions.filter(\.isArgument).map { definition in
      let word = definition.value + (definition.isRepeating ? "..." : "")
      return definition.isRequired ? word : "[\(word)]"
    }
    return (path.map(\.name) + words + [options] + arguments).joined(separator: " ")
  }

  /// The own meanings of a command replace those of the program.
  private var exitCodes: [(String, String)] {
    Self.meanings.map { meaning in
      let own = command.exitCodes.first { $0.code == meaning.code } ?? meaning
      return (String(own.code.rawValue), own.meaning[language])
    }
  }

  private func title(_ english: String, _ japanese: String) -> String {
    LocalizedText(english, ja: japanese)[language] + ":"
  }

  private func row(_ definition: Definition) -> (String, String) {
    let isAligned = definition.names.first?.hasPrefix("--") == true
    let names = definition.isArgument ? [] : [definition.names.joined(separator: ", ")]
    let left = (names + (definition.isFlag ? [] : [definition.value])).joined(separator: " ")
    let variable = definition.environment.map { " [\($0)]" } ?? ""
    return ((isAligned ? "    " : "") + left, definition.help[language] + variable)
  }

  private func section(_ heading: String, _ rows: [(String, String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let column = (rows.map { $0.0.count }.max() ?? 0) + 4
    let lines = rows.map { left, right in
      "  " + left + String(repeating: " ", count: column - 2 - left.count)
        + Self.wrapped(right, indent: column)
    }
    return [heading + "\n" + lines.joined(separator: "\n")]
  }

  /// Breaks a text at spaces; Japanese has none, and terminals break it by themselves.
  private static func wrapped(_ text: String, indent: Int = 0) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width - indent {
        lines.append(line)
        line = String(word)
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}

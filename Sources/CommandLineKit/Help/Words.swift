/// The words of help and manual pages, in both languages.
enum Words {
  static let usage = HelpText("Usage", ja: "使い方")
  static let commands = HelpText("Commands", ja: "コマンド")
  static let arguments = HelpText("Arguments", ja: "引数")
  static let options = HelpText("Options", ja: "オプション")
  static let sharedOptions = HelpText("Options of every command", ja: "共通オプション")
  static let examples = HelpText("Examples", ja: "使用例")
  static let exitCode = HelpText("Exit codes", ja: "終了コード")
  static let learnMore = HelpText("Learn more", ja: "詳しくは")
  static let anyCommand = HelpText("<command>", ja: "<コマンド>")
  static let anyOptions = HelpText("[options]", ja: "[オプション]")
  static let repeatable = HelpText("can be repeated", ja: "繰り返し指定可")
  static let required = HelpText("required", ja: "必須")
  static let error = HelpText("error:", ja: "エラー:")
  static let hint = HelpText("hint:", ja: "ヒント:")
  static let help = HelpText("Show help and exit.", ja: "ヘルプを表示して終了します。")
  static let version = HelpText("Show the version and exit.", ja: "バージョンを表示して終了します。")

  /// The options every tool has.
  static let builtIn: [(String, HelpText)] = [("-h, --help", help), ("    --version", version)]

  static let noColor = HelpText("When it is set, nothing is coloured.", ja: "設定されていると、色を使いません。")

  static func stands(for name: String) -> HelpText {
    HelpText("Stands for \(name) when that is left out.", ja: "\(name) を省いたときの値。")
  }
  static func noted(_ text: String, _ notes: String) -> HelpText {
    HelpText("\(text) [\(notes)]", ja: "\(text)（\(notes)）")
  }
  static func oneOf(_ list: String) -> HelpText { HelpText("one of: \(list)", ja: "選択肢: \(list)") }
  static func byDefault(_ word: String) -> HelpText { HelpText("default: \(word)", ja: "既定値: \(word)") }
  static func environment(_ name: String) -> HelpText { HelpText("env: \(name)", ja: "環境変数: \(name)") }
  static func more(_ name: String) -> HelpText {
    HelpText(
      "'\(name) <command> --help' shows the help of a command",
      ja: "'\(name) <コマンド> --help' で各コマンドの説明を表示します"
    )
  }
}

import CommandLineKit
import OmamoriCore

/// The options that every command understands.
struct SharedHandles: Sendable {
  let language: Parameter<HelpLanguage?>
  let noColor: Parameter<Bool>
  let quiet: Parameter<Bool>

  init(_ declare: inout Declaration) {
    language = declare.option(
      "--language", value: "LANG", environment: "OMAMORI_LANGUAGE",
      help: HelpText("Write reports and messages in this language.", ja: "レポートとメッセージの言語。"))
    noColor = declare.flag("--no-color", help: HelpText("Write without colour.", ja: "色を使わずに出力します。"))
    quiet = declare.flag(
      "-q", "--quiet",
      help: HelpText("Leave out progress and summaries.", ja: "進捗と要約を表示しません。"))
  }
}

/// The handles of the options that every command understands.
let sharedOptions = SharedOptions(SharedHandles.init)

extension Arguments {
  /// The language of reports.
  var reportLanguage: Language { Language(rawValue: language.rawValue) ?? .en }
}

extension HelpText {
  /// A text of the toolkit as the command line shows it.
  init(_ text: LocalizedText) { self.init(text.english, ja: text.japanese) }
}

package import CommandLineKit
package import OmamoriCore

extension ExitCode {
  /// The answer is no, or findings reach the threshold.
  package static let findings = ExitCode(rawValue: 1)
  /// Something could not be examined and the caller asked for everything.
  package static let incomplete = ExitCode(rawValue: 4)
}

/// The options that every command understands.
package struct SharedHandles: Sendable {
  package let language: Parameter<HelpLanguage?>
  package let noColor: Parameter<Bool>
  package let quiet: Parameter<Bool>

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
package let sharedOptions = SharedOptions(SharedHandles.init)

extension Arguments {
  /// The language of reports.
  package var reportLanguage: Language { Language(rawValue: language.rawValue) ?? .en }
}

extension HelpText {
  /// A text of the toolkit as the command line shows it.
  package init(_ text: LocalizedText) { self.init(text.english, ja: text.japanese) }
}

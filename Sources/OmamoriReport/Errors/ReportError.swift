package import OmamoriCore

/// Why a configuration, a baseline or an earlier report could not be used.
///
/// Names of members and values come from a file that anybody may have written; descriptions show them with everything
/// invisible written out, and cut short.
@nonexhaustive
package enum ReportError: Error, Sendable, Equatable {
  /// The document is no JSON; the error says where.
  case notJSON(CoreError)
  /// The document is JSON of another kind.
  case notThe(Document)
  /// A newer version of Omamori wrote the document.
  case newer(Document, version: Int)
  /// A member of a configuration is not known; perhaps another name was meant.
  case unknownKey(String, suggestion: String?)
  /// A member holds a value of another kind than it takes.
  case wrongValue(key: String, expected: String)
  /// A configuration speaks of a rule that does not exist.
  case unknownRule(String, suggestion: String?)

  /// What was to be read.
  package enum Document: String, Sendable, Hashable, CaseIterable {
    /// An `.omamori.json`.
    case configuration
    /// A file that `--write-baseline` wrote.
    case baseline
    /// A report in Omamori's own JSON.
    case report
  }
}

extension ReportError: CustomStringConvertible {
  /// What failed and the cure, in English.
  package var description: String { message.english }

  /// What failed and the cure.
  package var message: LocalizedText {
    switch self {
    case .notJSON(let error):
      LocalizedText("It is not valid JSON. \(error)", ja: "JSON として正しくありません。\(error)")
    case .notThe(let document):
      LocalizedText(
        "It is not \(document.name.english). Name another file or write it anew.",
        ja: "\(document.name.japanese)ではありません。別のファイルを指定するか、作り直してください。")
    case .newer(let document, let version):
      LocalizedText(
        "It is \(document.name.english) of version \(version), which needs a newer Omamori. Update the tool.",
        ja: "バージョン \(version) の\(document.name.japanese)です。新しい Omamori に更新してください。")
    case .unknownKey(let key, let suggestion):
      LocalizedText(
        "There is no key “\(Self.shown(key))”." + (suggestion.map { " Did you mean “\($0)”?" } ?? ""),
        ja: "「\(Self.shown(key))」というキーはありません。" + (suggestion.map { "「\($0)」ではありませんか。" } ?? ""))
    case .wrongValue(let key, let expected):
      LocalizedText(
        "“\(Self.shown(key))” takes \(expected). Correct the value.",
        ja: "「\(Self.shown(key))」に指定できる値は \(expected) です。値を訂正してください。")
    case .unknownRule(let rule, let suggestion):
      LocalizedText(
        "There is no rule “\(Self.shown(rule))”." + (suggestion.map { " Did you mean “\($0)”?" } ?? ""),
        ja: "「\(Self.shown(rule))」というルールはありません。" + (suggestion.map { "「\($0)」ではありませんか。" } ?? ""))
    }
  }

  private static func shown(_ text: String) -> String {
    let visible = TerminalText.visible(String(text.prefix(60)))
    return text.count > 60 ? visible + "…" : visible
  }
}

extension ReportError.Document {
  /// The document in a sentence.
  var name: LocalizedText {
    switch self {
    case .configuration: LocalizedText("a configuration of Omamori", ja: "Omamori の設定ファイル")
    case .baseline: LocalizedText("a baseline of Omamori", ja: "Omamori のベースライン")
    case .report: LocalizedText("a JSON report of Omamori", ja: "Omamori の JSON レポート")
    }
  }
}

import OmamoriCore

/// Says in words what was examined and what was missing.
struct Coverage {
  let report: AuditReport

  init(_ report: AuditReport) { self.report = report }

  /// Why `area` is unknown.
  func missing(_ area: ChecklistArea) -> LocalizedText { missing(inputs: area.inputs, rules: area.rules) }

  /// Why a question that reads one of `inputs` and asks `rules` is unknown.
  func missing(inputs: Set<AuditInput>, rules: RuleSelection) -> LocalizedText {
    guard inputs.isDisjoint(with: report.inputs) else {
      return LocalizedText(
        "None of the rules for this question was run.", ja: "この項目に関するルールは実行されていません。")
    }
    let names = inputs.sorted().map(\.title)
    return LocalizedText(
      "Not examined: no \(Phrases.list(names.map(\.english), last: "or")) was given.",
      ja: "未検査: \(names.map(\.japanese).joined(separator: "・"))がありません。")
  }

  /// Why `area` passed.
  func nothingFound(_ area: ChecklistArea) -> LocalizedText { nothingFound(area.rules) }

  /// That the rules which were run found nothing, with their number and that of the files.
  func nothingFound(_ rules: RuleSelection) -> LocalizedText {
    let count = report.rules.count { rules.contains($0.id) }
    let files = report.files.scanned
    return LocalizedText(
      "Examined \(Phrases.count(files, "file")) with \(Phrases.count(count, "rule")); nothing counts against it.",
      ja: "\(files) 個のファイルを \(count) 個のルールで検査し、該当はありません。")
  }
}

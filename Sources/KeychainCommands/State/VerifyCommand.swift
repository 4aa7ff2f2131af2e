import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

extension OmamoriTool {
  static let keychainVerifyCommand = Command(
    "verify", HelpText("Examine the keychain completely", ja: "キーチェーンを完全に検査する"),
    discussion: HelpText(
      """
      Opens every item and compares what is there with what must be there; nothing is repaired or deleted. It also says \
      whether an old copy of the whole file would be noticed.
      """,
      ja: """
        すべての項目を開き、あるべき内容と照合します。修復や削除は行いません。ファイル全体が古いコピーに置き換えられた場合に検出できるかも\
        表示します。
        """),
    examples: [
      Example("omamori keychain verify", HelpText("For people.", ja: "検査します。")),
      Example("omamori keychain verify --json", HelpText("For programs.", ja: "プログラム向けに出力します。")),
    ],
    exitCodes: [ExitMeaning(.findings, HelpText("Something is not as it must be.", ja: "問題が見つかりました。"))]
  ) { declare in
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let handles = KeychainHandles(&declare)
    return { arguments in
      let report: VerifyReport
      do {
        let file = try await OpenedFile(arguments, handles).file
        report = VerifyReport(try await file.verify())
      } catch let error as KeychainError {
        guard let found = VerifyReport(error) else { throw error }
        report = found
      }
      try arguments.output.write(
        try arguments[json] ? report.json.text(.pretty) + "\n" : report.text(arguments.reportLanguage))
      return report.problems.isEmpty ? .success : .findings
    }
  }
}

/// What `omamori keychain verify` says.
struct VerifyReport {
  /// What is not as it must be.
  let problems: [(error: KeychainError, row: Int64?)]
  private let report: StoreReport?

  /// What a complete examination found.
  init(_ report: StoreReport) {
    self.report = report
    problems = report.problems.map { (.corrupt($0.place), $0.generation) }
  }

  /// What kept the keychain from being opened, when that is an answer.
  init?(_ error: KeychainError) {
    switch error {
    case .corrupt, .rolledBack, .anchorBehind: (problems, report) = ([(error, nil)], nil)
    default: return nil
    }
  }

  /// For programs.
  var json: JSONValue {
    var object: JSONObject = [
      "sound": .bool(problems.isEmpty),
      "problems": .array(
        problems.map { problem in
          var value: JSONObject = ["message": .string(problem.error.explanation.english)]
          if case .corrupt(let place) = problem.error { value["place"] = .string("\(place)") }
          if let row = problem.row { value["generation"] = .integer(row) }
          return .object(value)
        }),
    ]
    if let report {
      object["intactItems"] = .integer(report.intact)
      object["unopenedItems"] = .integer(report.unopened)
      object["epoch"] = .integer(report.epoch)
      object["rollbackProtection"] = .string("\(report.rollbackProtection)")
    }
    return .object(object)
  }

  /// For people.
  func text(_ language: Language) -> String {
    var lines = problems.map { problem in
      let row =
        problem.row.map { LocalizedText(" (row \($0))", ja: "（行 \($0)）") } ?? LocalizedText("", ja: "")
      return problem.error.explanation[language] + row[language]
    }
    if let report {
      let count = LocalizedText("\(report.intact) items are intact.", ja: "\(report.intact) 件の項目は正常です。")
      lines.insert(count[language], at: 0)
      if report.unopened > 0 {
        let text = LocalizedText(
          "\(report.unopened) items could not be looked into.", ja: "\(report.unopened) 件の項目は検査できませんでした。")
        lines.append(text[language])
      }
      lines.append(Self.text(report.rollbackProtection)[language])
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func text(_ protection: RollbackProtection) -> LocalizedText {
    switch protection {
    case .verified:
      LocalizedText(
        "It is the newest state that the anchors know.", ja: "アンカーが記録している最新の状態です。")
    case .unrecorded:
      LocalizedText(
        "Rollback: the anchors have no record yet, so an old copy would not have been noticed.",
        ja: "巻き戻し: アンカーにまだ記録がないため、古いコピーであっても検出できません。")
    case .unreachable:
      LocalizedText(
        "Rollback: no anchor could be reached, so an old copy would not have been noticed.",
        ja: "巻き戻し: アンカーに到達できないため、古いコピーであっても検出できません。")
    case .unavailable:
      LocalizedText(
        "Rollback: there is no anchor, so an old copy of the whole file would not be noticed.",
        ja: "巻き戻し: アンカーがないため、ファイル全体が古いコピーに置き換えられても検出できません。")
    }
  }
}

extension OmamoriTool {
  static let keychainRotateCommand = Command(
    "rotate", HelpText("Renew all keys and seal every item again", ja: "すべての鍵を更新し、全項目を暗号化し直す"),
    discussion: HelpText(
      """
      Happens in one step: when it is interrupted everything is as before. The slots stay; change the password itself with \
      'slot add' and 'slot remove'.
      """,
      ja: """
        一括で行われ、中断しても元の状態のままです。スロットは変わりません。パスワード自体の変更は 'slot add' と 'slot remove' で\
        行います。
        """),
    examples: [
      Example(
        "omamori keychain rotate", HelpText("After a copy may have leaked.", ja: "コピーの流出が疑われるときに使用します。"))
    ]
  ) { declare in
    let handles = KeychainHandles(&declare)
    return { arguments in
      let file = try await OpenedFile(arguments, handles).file
      let line = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
      line.update(LocalizedText("Sealing every item again", ja: "全項目を暗号化し直しています")[arguments.reportLanguage])
      defer { line.finish() }
      try await file.rotateKeys()
      return .success
    }
  }
}

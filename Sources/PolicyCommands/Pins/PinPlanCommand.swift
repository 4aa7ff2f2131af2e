import CommandLineKit
import CommandSupport
package import OmamoriCore
package import OmamoriTransport

extension OmamoriTool {
  static let pinPlanCommand = Command(
    "plan", HelpText("Plan the next change of a pinned key", ja: "ピン留めした鍵の交換計画を立てる"),
    discussion: HelpText(
      """
      Says when to generate the next key, ship its pin, switch the server to it and retire the old one, so that no app is \
      ever shut out. Renewals in between keep the key. Public certificates may be valid for 200 days since March 2026, 100 \
      days from March 2027 and 47 days from March 2029.
      """,
      ja: """
        どのアプリも締め出されないように、次の鍵の生成、ピンの配布、サーバーの切り替え、古い鍵の廃棄の期日を示します。途中の証明書更新では\
        鍵を維持します。公開証明書の有効期間の上限は、2026 年 3 月から 200 日、2027 年 3 月から 100 日、2029 年 3 月から 47 日です。
        """),
    examples: [
      Example(
        "omamori pin plan --expires 2027-03-01 --key-made 2026-06-01",
        HelpText("For a certificate and its key.", ja: "証明書と鍵の日付から計画します。")),
      Example(
        "omamori pin plan --expires 2027-03-01 --lifetime 47 --backup",
        HelpText("For short certificates and a key in reserve.", ja: "短期の証明書と、予備の鍵がある場合。")),
    ]
  ) { declare in
    let end = declare.requiredOption(
      "--expires", value: "DAY", as: Day.self,
      help: HelpText("When the server's certificate ends.", ja: "サーバー証明書の有効期限。"))
    let options = PinPlanOptions(&declare)
    let backup = declare.flag(
      "--backup",
      help: HelpText("The next key exists and released apps have its pin.", ja: "次の鍵があり、そのピンが配布済みの場合。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let (last, today) = (try arguments[end], Day(try options.moment(arguments)))
      guard last.date >= today.date else { throw CryptoFault.certificateOver(last, today) }
      let plan = try options.plan(
        arguments, notValidAfter: last.date, keyMade: nil, hasBackup: try arguments[backup])
      let text = PinPlanText(plan)
      try arguments.output.write(
        try arguments[json] ? text.json.text(.pretty) + "\n" : text.lines(arguments.reportLanguage))
      return .success
    }
  }
}

extension CryptoFault {
  fileprivate static func certificateOver(_ end: Day, _ today: Day) -> CryptoFault {
    usage(
      HelpText(
        "the certificate ended on \(end.commandLineWord), before \(today.commandLineWord)",
        ja: "証明書は \(end.commandLineWord) に期限が切れています（起点は \(today.commandLineWord)）"),
      hint: HelpText(
        "renew it now with the key that is pinned, then give the day when the new one ends",
        ja: "ピン留めした鍵のまま今すぐ更新し、新しい証明書の期限を指定してください"))
  }
}

/// A plan for the change of a key, as it is shown.
package struct PinPlanText {
  private let plan: RotationPlan

  package init(_ plan: RotationPlan) { self.plan = plan }

  /// For programs.
  package var json: JSONValue {
    [
      "isLate": .bool(plan.isLate),
      "steps": .array(
        plan.steps.map { step in
          [
            "date": .string(Day(step.date).commandLineWord), "action": .string(step.action.rawValue),
            "explanation": .string(step.action.explanation.english),
          ]
        }),
      "renewals": .array(
        plan.renewals.map { renewal in
          [
            "date": .string(Day(renewal.date).commandLineWord),
            "lifetimeDays": .integer(renewal.lifetimeDays),
            "changesKey": .bool(renewal.changesKey),
          ]
        }),
    ]
  }

  /// For people, in the order of time.
  package func lines(_ language: Language) -> String {
    var rows = plan.steps.map { (date: $0.date, text: $0.action.explanation[language]) }
    for renewal in plan.renewals where !renewal.changesKey {
      let text = LocalizedText(
        "Renew the certificate with the same key (\(renewal.lifetimeDays) days).",
        ja: "同じ鍵で証明書を更新します（\(renewal.lifetimeDays) 日間）。")
      rows.append((renewal.date, text[language]))
    }
    let sorted = rows.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
    var text = sorted.map { "\(Day($0.element.date).commandLineWord)  \($0.element.text)\n" }.joined()
    if plan.isLate {
      let late = LocalizedText(
        "It is late: people need longer to install an app than the key should still be used.",
        ja: "期限超過: 鍵の使用期限までに、新しいアプリを行き渡らせることができません。")
      text += late[language] + "\n"
    }
    return text
  }
}

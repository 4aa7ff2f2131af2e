import CommandLineKit
import OmamoriCore
import OmamoriTransport

/// A plan for the change of a key, as it is shown.
struct PinPlanText {
  private let plan: RotationPlan

  init(_ plan: RotationPlan) { self.plan = plan }

  /// For programs.
  var json: JSONValue {
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
  func lines(_ language: Language) -> String {
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

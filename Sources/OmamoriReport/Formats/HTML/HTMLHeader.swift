import OmamoriCore

/// The top of the page: what was audited, when, and by what.
struct HTMLHeader {
  let report: AuditReport
  let options: ReportOptions
  let words: HTMLWords

  var node: HTMLNode {
    let target = report.target
    return element(
      "header", [:],
      [
        element(
          "div", of: "brand",
          [
            Self.amulet,
            element(
              "div", [:],
              [
                element("p", of: "eyebrow", [.text(words.say("Omamori security audit", "Omamori セキュリティ監査"))]),
                element("h1", [:], [.text(target.bundleIdentifier ?? target.path)]),
              ]),
            element(
              "button",
              [
                "type": "button", "id": "theme", "class": "ghost",
                "aria-label": words.say("Light or dark", "ライト・ダーク切り替え"),
              ], ["◐"]),
          ]),
        element("dl", of: "facts", facts.map(fact)), configuration,
      ])
  }

  /// What a configuration changed: it may come from the one who is audited.
  private var configuration: HTMLNode {
    guard let note = report.configuration, !note.changes.isEmpty else { return .group([]) }
    let changes = note.changes.map { $0[words.language] }.joined(separator: " · ")
    return element(
      "p", of: "config",
      [
        element("b", [:], [.text(words.say("Changed by \(note.file): ", "\(note.file) による変更: "))]),
        .text(changes),
      ])
  }

  private var facts: [(String, String)] {
    let target = report.target
    var facts = [(words.say("Kind", "種類"), target.kind.title[words.language])]
    if target.bundleIdentifier != nil { facts.append((words.say("Path", "パス"), target.path)) }
    if let version = target.version { facts.append((words.say("Version", "バージョン"), version)) }
    if let commit = target.commit { facts.append((words.say("Commit", "コミット"), commit)) }
    facts.append(
      (words.say("Audited", "監査日時"), report.startedAtText.prefix(16).replacing("T", with: " ") + " UTC"))
    facts.append((words.say("Took", "所要時間"), Self.seconds(report.durationMilliseconds)))
    facts.append((words.say("Files", "ファイル"), FindingTally(report: report, options: options).files))
    facts.append((words.say("Rules", "ルール"), String(report.rules.count)))
    return facts
  }

  private func fact(_ fact: (name: String, value: String)) -> HTMLNode {
    element("div", [:], [element("dt", [:], [.text(fact.name)]), element("dd", [:], [.text(fact.value)])])
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }

  /// An amulet: the bag with its cord and the knot.
  private static let amulet = element(
    "svg", ["class": "amulet", "viewBox": "0 0 48 64", "aria-hidden": "true"],
    [
      element("path", ["class": "cord", "d": "M24 14 C14 2 14 2 24 2 C34 2 34 2 24 14"]),
      element("path", ["class": "bag", "d": "M10 18 L16 13 H32 L38 18 V60 H10 Z"]),
      element("path", ["class": "seal", "d": "M19 28 H29 V52 H19 Z"]),
      element("circle", ["class": "knot", "cx": "24", "cy": "16", "r": "3.2"]),
    ])
}

import OmamoriCore

/// What stands behind the findings: coverage of OWASP's lists, the inventory and the files that were not examined.
struct HTMLAppendix {
  let report: AuditReport
  let options: ReportOptions
  let words: HTMLWords

  var node: HTMLNode { .group([comparison, coverage, inventory, files]) }

  /// What changed against the baseline.
  private var comparison: HTMLNode {
    guard let known = options.baseline else { return .group([]) }
    let present = Set(report.findings.map(\.fingerprint))
    let numbers = [
      (words.say("new", "新規"), present.subtracting(known).count),
      (words.say("unchanged", "変化なし"), present.intersection(known).count),
      (words.say("fixed", "解消"), known.subtracting(present).count),
    ]
    return words.section(
      "baseline", words.say("Against the baseline", "ベースラインとの比較"), nil,
      [
        element(
          "ul", of: "tally",
          numbers.map { name, count in
            element(
              "li", [:], [element("b", [:], [.text(String(count))]), element("span", [:], [.text(name)])])
          })
      ])
  }

  private var coverage: HTMLNode { HTMLCoverage(report: report, words: words).node }

  private var inventory: HTMLNode {
    let inventory = report.inventory
    let dependencies = inventory.dependencies.map { "\($0.name) \($0.version ?? "")" }
    let lists = [
      (words.say("Permissions", "権限"), inventory.permissions),
      (words.say("Entitlements", "エンタイトルメント"), inventory.entitlements),
      (words.say("URL schemes", "URL スキーム"), inventory.urlSchemes),
      (words.say("ATS exceptions", "ATS の例外"), inventory.atsExceptions),
      (words.say("Domains", "ドメイン"), inventory.domains),
      (words.say("Dependencies", "依存関係"), dependencies),
      (words.say("Binaries", "バイナリ"), inventory.binaries),
    ].filter { !$0.1.isEmpty }
    guard !lists.isEmpty else { return .group([]) }
    return words.section(
      "inventory", words.say("Inventory", "構成要素"), nil,
      [
        element(
          "div", of: "lists",
          lists.map { name, values in
            element(
              "div", of: "card",
              [
                element("h3", [:], [.text(name), element("span", of: "quiet", [.text(" \(values.count)")])]),
                element("ul", [:], values.prefix(500).map { element("li", [:], [.text($0)]) }),
              ])
          })
      ])
  }

  private var files: HTMLNode {
    let notes = FindingTally(report: report, options: options).notes
    guard !notes.isEmpty else { return .group([]) }
    return words.section(
      "files", words.say("Not or not wholly examined", "検査できなかったファイル"), nil,
      [element("ul", of: "files", notes.prefix(1000).map { element("li", [:], [.text($0)]) })])
  }
}

import OmamoriCore

/// What stands behind the findings: coverage of the MASTG, the inventory and the files that were not examined.
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

  private var coverage: HTMLNode {
    let entries = MASTGCoverage(of: report).entries
    let rows = MASTGCoverage.Status.allCases.compactMap { status -> HTMLNode? in
      let own = entries.filter { $0.status == status }
      guard !own.isEmpty else { return nil }
      return element(
        "tr", of: status.rawValue,
        [
          element("th", ["scope": "row"], [.text(title(status))]),
          element("td", of: "number", [.text(String(own.count))]),
          element(
            "td", of: status == .failed || status == .review ? "ids named" : "ids", own.map(test)),
        ])
    }
    return words.section(
      "mastg", words.say("Tests of the MASTG", "MASTG のテスト"),
      words.say("The numbers are those of MASTG-TEST.", "番号は MASTG-TEST の番号です。"),
      [element("div", of: "scroll", [element("table", [:], [element("tbody", [:], rows)])])])
  }

  /// The number of a test, which leads to its page; its subject too where somebody has to do something about it.
  private func test(_ entry: MASTGCoverage.Entry) -> HTMLNode {
    let subject = MASTGSubject.of(entry.id)?[words.language]
    let number = String(entry.id.dropFirst(11))
    var children = [words.link(RuleReference(name: number, address: RuleReference.mastg(entry.id).address))]
    if let subject, entry.status == .failed || entry.status == .review {
      children.append(.text(" " + subject))
    }
    return .element(
      name: "span", attributes: subject.map { [("title", "\(entry.id): \($0)")] } ?? [], children: children)
  }

  private func title(_ status: MASTGCoverage.Status) -> String {
    switch status {
    case .failed: words.say("failed", "不合格")
    case .review: words.say("to review", "要確認")
    case .passed: words.say("passed", "合格")
    case .notChecked: words.say("not checked", "未検査")
    case .notStatic: words.say("needs a running app", "実行時の検査が必要")
    }
  }

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

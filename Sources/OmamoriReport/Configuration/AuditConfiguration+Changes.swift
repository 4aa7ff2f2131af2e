public import OmamoriCore

extension AuditConfiguration {
  /// What the configuration takes away from an audit or adds to it, one sentence each, in a fixed order.
  public var changes: [LocalizedText] {
    var changes: [LocalizedText] = []
    let off = rules.filter { $0.value == .off }.keys.sorted()
    if !off.isEmpty {
      let names = off.map(\.rawValue).joined(separator: ", ")
      changes.append(LocalizedText("rules off: \(names)", ja: "無効なルール: \(names)"))
    }
    let rated = rules.sorted { $0.key < $1.key }.compactMap { rule, setting -> String? in
      guard case .severity(let severity) = setting else { return nil }
      return "\(rule) \(severity.rawValue)"
    }
    if !rated.isEmpty {
      let names = rated.joined(separator: ", ")
      changes.append(LocalizedText("severities: \(names)", ja: "深刻度の変更: \(names)"))
    }
    if !exclude.isEmpty {
      let names = exclude.joined(separator: ", ")
      changes.append(LocalizedText("left out: \(names)", ja: "対象外: \(names)"))
    }
    if !include.isEmpty {
      changes.append(
        LocalizedText(
          "included: \(include.map(\.title.english).joined(separator: ", "))",
          ja: "対象に追加: \(include.map(\.title.japanese).joined(separator: "、"))"))
    }
    for exception in suppressions {
      let names = exception.rules.map(\.rawValue).joined(separator: ", ")
      changes.append(
        LocalizedText(
          "suppressed in \(exception.path): \(names) (\(exception.reason))",
          ja: "\(exception.path) で抑制: \(names)（\(exception.reason)）"))
    }
    if let minimumConfidence {
      let word = minimumConfidence.rawValue
      changes.append(LocalizedText("least confidence: \(word)", ja: "最低確度: \(word)"))
    }
    if let minimumSeverity {
      let word = minimumSeverity.rawValue
      changes.append(LocalizedText("least severity: \(word)", ja: "最低深刻度: \(word)"))
    }
    if let failOn {
      changes.append(LocalizedText("fails on: \(failOn.rawValue)", ja: "不合格とする深刻度: \(failOn.rawValue)"))
    }
    if let baseline { changes.append(LocalizedText("baseline: \(baseline)", ja: "ベースライン: \(baseline)")) }
    let written = ReportKind.allCases.compactMap { reports[$0] }.joined(separator: ", ")
    if !written.isEmpty {
      changes.append(LocalizedText("writes and leaves out: \(written)", ja: "書き出し先（監査対象外）: \(written)"))
    }
    changes += projectChanges
    if strictCoverage == true {
      changes.append(LocalizedText("coverage is strict", ja: "網羅性を厳格に判定"))
    }
    if requireComplete == true {
      changes.append(LocalizedText("no file may be skipped", ja: "ファイルのスキップを許可しない"))
    }
    return changes
  }

  /// What the project says about itself.
  private var projectChanges: [LocalizedText] {
    var changes: [LocalizedText] = []
    func add(_ items: [String], _ english: String, _ japanese: String) {
      guard !items.isEmpty else { return }
      let names = items.joined(separator: ", ")
      changes.append(LocalizedText("\(english): \(names)", ja: "\(japanese): \(names)"))
    }
    add(secretWords, "words for secrets", "秘密情報を表す語")
    add(personalWords, "words for personal data", "個人情報を表す語")
    add(harmlessWords, "words that mean nothing sensitive", "機密とみなさない語")
    add(
      allowedSecrets.map { "\($0.digest.prefix(8))… (\($0.reason))" }, "secrets that are allowed", "許可された秘密情報"
    )
    add(firstPartyHosts, "own hosts", "自社のホスト")
    add(
      deploymentFloor.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }, "oldest systems",
      "最低システムバージョン")
    if let advisories { add([advisories], "further advisories", "追加の脆弱性情報") }
    for override in contexts {
      let title = override.context.title
      changes.append(
        LocalizedText(
          "\(override.path) is taken for: \(title.english)", ja: "\(override.path) の扱い: \(title.japanese)"))
    }
    return changes
  }
}

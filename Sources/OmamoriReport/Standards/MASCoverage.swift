package import OmamoriCore

/// What an audit can say about each weakness of MASWE and each static iOS test of the MASTG, and what it cannot.
///
/// Silence of a rule counts only where the rule ran and the material it reads was there, and a weakness is never judged
/// better than its own tests. Nothing here ever says that an app passed a test.
package struct MASCoverage: Sendable, Hashable {
  /// What is known.
  package enum Status: String, CaseIterable, Sendable, Hashable, Codable {
    /// Findings of medium confidence or more.
    case found
    /// Rules ran on the material they read and found nothing.
    case nothingFound
    /// A person has to look: findings do not count by themselves, no rule looks, or silence of the rules proves nothing.
    case needsPerson
    /// Sources and built files do not show it.
    case notVisible
    /// Rules exist, but they were not run or had nothing to read.
    case notExamined
  }

  /// A weakness or a test, and what is known about it.
  package struct Entry: Sendable, Hashable {
    /// Its name: `MASWE-0027` or `MASTG-TEST-0396`.
    package let id: String
    /// Its title.
    package let title: LocalizedText
    /// The page about it.
    package let address: String
    /// The profiles that it belongs to.
    package let profiles: Set<MASProfile>
    /// What is known.
    package let status: Status
    /// The rules that looked.
    package let rules: [RuleID]
    /// The findings that count; when there are none, those that a person has to judge.
    package let findings: [Finding]
    /// What a person has to look at, or why nothing can be seen.
    package let advice: LocalizedText?
    /// Where in this app a person begins: files with lines, or what the app declares.
    package let places: [String]
  }

  /// The weaknesses that exist on iOS, by number.
  package let weaknesses: [Entry]
  /// The tests that need no running app, by number.
  package let tests: [Entry]

  /// Judges every weakness and test; with profiles, those of the profiles.
  package init(of report: AuditReport) {
    let judge = CoverageJudge(report)
    weaknesses = MAS.weaknesses.filter { $0.isForIOS && report.covers($0.profiles) }.map(judge.entry)
    tests = MAS.tests.filter { $0.isStatic && report.covers($0.profiles) }.map(judge.entry)
  }

  /// How many of `entries` have each status, in words: `12 found, 30 nothing found`.
  package static func tally(of entries: [Entry], in language: Language) -> String {
    let parts = Status.allCases.compactMap { status -> String? in
      let count = entries.count { $0.status == status }
      guard count > 0 else { return nil }
      return LocalizedText("\(count) \(status.title.english)", ja: "\(status.title.japanese) \(count)")[
        language]
    }
    return parts.joined(separator: language == .ja ? "、" : ", ")
  }
}

extension MASCoverage.Status {
  /// The status in a few words.
  package var title: LocalizedText {
    switch self {
    case .found: LocalizedText("found", ja: "検出あり")
    case .nothingFound: LocalizedText("nothing found in what was examined", ja: "検査範囲では検出なし")
    case .needsPerson: LocalizedText("to check by hand", ja: "人による確認が必要")
    case .notVisible: LocalizedText("not visible in files", ja: "ファイルからは判断不可")
    case .notExamined: LocalizedText("not examined", ja: "未検査")
    }
  }
}

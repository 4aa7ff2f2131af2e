import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Looks at what the app's Info.plist says of App Transport Security, with the rules of the audit.
package struct ATSCheck: SecurityCheck {
  private static let greatestHostCount = 16

  private let infoPlist: CheckedFile?

  /// Makes the check.
  ///
  /// - Parameter infoPlist: The app's Info.plist; `nil` makes the check unavailable.
  package init(_ infoPlist: CheckedFile?) { self.infoPlist = infoPlist }

  /// `ats`.
  package var id: String { "ats" }

  /// The question.
  package var question: LocalizedText {
    LocalizedText(
      "Does App Transport Security hold for every public host?",
      ja: "すべての公開ホストで App Transport Security が有効ですか")
  }

  /// `ChecklistArea.ats`; each issue costs for itself.
  package var area: ChecklistArea? { .ats }

  /// What it is about in the lists of others.
  package var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m5, .m8], masvs: ["NETWORK-1"], mastg: [322, 342], cwe: [319])
  }

  /// Reads the file and asks the linter.
  package func run() async -> CheckResult {
    guard let infoPlist else {
      return .unavailable(
        .notGiven(
          LocalizedText("No Info.plist was given.", ja: "Info.plist が指定されていません。")))
    }
    guard let bytes = await infoPlist.read(limit: PropertyListLimits.standard.maximumBytes) else {
      return .unavailable(
        .failed(LocalizedText("The Info.plist cannot be read.", ja: "Info.plist を読み込めません。")))
    }
    do throws(PropertyListError) {
      return Self.result(of: try PropertyListReader.read(bytes).root)
    } catch {
      return .unavailable(.failed(error.message))
    }
  }

  private static func result(of root: PropertyList) -> CheckResult {
    guard root.dictionary != nil else {
      return .unavailable(
        .failed(
          LocalizedText(
            "The Info.plist holds no dictionary.", ja: "Info.plist の最上位が辞書ではありません。")))
    }
    let issues = ATSLinter.lint(root)
    let configuration = ATSConfiguration(propertyList: root)
    let problems = issues.map { issue in
      // A severity that reports do not know must not become harmless.
      CheckProblem(
        Severity(rawValue: issue.severity.rawValue) ?? .high,
        LocalizedText("\(issue.message.english).", ja: "\(issue.message.japanese)。"))
    }
    let hosts = configuration.exceptions.keys.sorted().prefix(greatestHostCount)
    return .examined(
      problems,
      otherwise: LocalizedText(
        "Nothing in the Info.plist weakens it.", ja: "Info.plist に保護を弱める設定はありません。"),
      facts: [
        CheckFact("issues", .number(issues.count)),
        CheckFact("exceptions", .number(configuration.exceptions.count)),
        CheckFact("exception-hosts", .list(Array(hosts))),
      ])
  }
}

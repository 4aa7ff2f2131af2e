import Foundation
import OmamoriCore
import OmamoriReport
import Testing

@testable import Omamori

/// The score of a check at run time and its formats.
@Suite("Report at run time")
struct RunTimeReportTests {
  private static func report(_ results: (ChecklistArea?, CheckResult)...) -> RunTimeReport {
    RunTimeReport(
      subject: "com.example.app",
      outcomes: results.enumerated().map { place, pair in
        CheckOutcome(
          id: "check-\(place)", question: LocalizedText("Is it?", ja: "ですか"), area: pair.0,
          standards: CheckStandards(owaspMobile2024: [.m5], masvs: ["NETWORK-1"], mastg: [322], cwe: [319]),
          result: pair.1)
      }, startedAt: Date(timeIntervalSince1970: 0), duration: .milliseconds(12))
  }

  @Test func costsWhatTheAuditCosts() {
    for area in ChecklistArea.allCases {
      #expect(Self.report((area, TrialCheck.fine)).score().value == 100)
      let failed = Self.report((area, TrialCheck.wrong(.critical))).score()
      #expect(failed.value == 100 - area.maximumDeduction, "\(area)")
      #expect(failed.answers.first { $0.area == area }?.state == .failed)
      #expect(area.points(for: .info) == 0)
      for (left, right) in zip(Severity.allCases.sorted(), Severity.allCases.sorted().dropFirst()) {
        #expect(area.points(for: left) <= area.points(for: right))
      }
    }
    // Issues of App Transport Security count one by one, in other areas the worst alone.
    #expect(Self.report((.ats, TrialCheck.wrong(.high, .medium))).score().value == 75)
    #expect(Self.report((.keychain, TrialCheck.wrong(.high, .medium))).score().value == 85)
    #expect(
      Self.report((.pinning, TrialCheck.wrong(.high)), (.pinning, TrialCheck.wrong(.high))).score().value
        == 80)
    #expect(Self.report((.pinning, TrialCheck.wrong(.low))).score().value == 100)
    #expect(Self.report((nil, TrialCheck.wrong(.critical))).score().value == nil)
  }

  @Test func whatWasNotAnsweredIsNotExamined() {
    let none = Self.report((.pinning, TrialCheck.absent))
    #expect(none.score().value == nil)
    #expect(none.score(strictCoverage: true).answers.allSatisfy { $0.state == .unknown })
    #expect(!none.isComplete && !none.hasFailures)
    let half = Self.report((.pinning, TrialCheck.fine), (.pinning, TrialCheck.absent)).score()
    #expect(half.answers.first { $0.area == .pinning }?.state == .unknown)
    let bad = Self.report((.pinning, TrialCheck.wrong(.high)), (.pinning, TrialCheck.absent)).score()
    #expect(bad.answers.first { $0.area == .pinning }?.state == .failed)
  }

  @Test func aResultIsNoPassWithoutAnAnswer() {
    #expect(TrialCheck.absent.answer == .unknown && !TrialCheck.absent.isExamined)
    #expect(TrialCheck.wrong(.info).state == .passed)
    #expect(TrialCheck.wrong(.low).answer == .attention)
    #expect(TrialCheck.wrong(.low, .high).problems.map(\.severity) == [.high, .low])
    for reason in [CheckUnavailability.deadline, .cancelled, .failed("x"), .platform("x"), .notGiven("x")] {
      #expect(CheckResult.unavailable(reason).answer == .unknown)
      #expect(!reason.explanation.english.isEmpty && !reason.explanation.japanese.isEmpty)
    }
  }

  private static let sample = report(
    (.ats, TrialCheck.fine), (.pinning, TrialCheck.wrong(.high)), (.keychain, TrialCheck.absent))

  @Test func text() {
    let english = Self.sample.summary(version: "1.0")
    #expect(english.hasPrefix("Omamori 1.0  com.example.app  (at run time)\n"))
    #expect(english.contains("Checklist score  80 / 100  2 of 7 areas examined"))
    #expect(english.contains("✓ Is it?") && english.contains("✗ Is it?") && english.contains("? Is it?"))
    #expect(english.contains("[seen 1]") && english.contains("Nothing was given."))
    #expect(!Self.sample.summary(version: "1.0", showsScore: false).contains("/ 100"))
    let japanese = Self.sample.summary(version: "1.0", language: .ja)
    #expect(japanese.contains("実行時") && japanese.contains("問題: high"))
  }

  @Test func textCannotSteerTheTerminal() {
    let report = Self.report(
      (
        .ats,
        .examined(
          [], otherwise: LocalizedText("\u{1B}[2J", ja: "x"),
          facts: [
            CheckFact("seen", .text("\u{7}\n"))
          ])
      ))
    let text = report.summary(version: "1")
    #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"))
  }

  @Test func json() throws {
    let renderer = JSONRenderer(ReportOptions(tool: ToolIdentity(version: "1.0")))
    let document = renderer.document(Self.sample)
    #expect(document["kind"]?.stringValue == "run-time")
    #expect(document["score"]?["checklist"]?["value"]?.intValue == 80)
    #expect(document["coverage"]?["areas"]?.arrayValue?.count == 7)
    let items = document["checklist"]?.arrayValue ?? []
    #expect(items.map { $0["state"]?.stringValue } == ["passed", "failed", "unavailable"])
    #expect(items.map { $0["answer"]?.stringValue } == ["pass", "fail", "unknown"])
    #expect(items[1]["problems"]?[0]?["severity"]?.stringValue == "high")
    #expect(items[1]["facts"]?["seen"]?.intValue == 1)
    #expect(items[2]["unavailable"]?.stringValue == "not-given")
    #expect(items[0]["masvs"]?[0]?.stringValue == "MASVS-NETWORK-1")
    #expect(items[0]["mastg"]?[0]?.stringValue == "MASTG-TEST-0322")
    #expect(items[0]["cwe"]?[0]?.stringValue == "CWE-319")
    #expect(Self.sample.json(version: "1.0") == renderer.render(Self.sample))
    #expect(Self.sample.json(version: "1.0").hasSuffix("}\n"))
  }
}

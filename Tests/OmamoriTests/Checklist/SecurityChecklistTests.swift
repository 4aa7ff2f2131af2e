import Foundation
import OmamoriCore
import OmamoriReport
import Testing

@testable import Omamori

/// How the checklist asks its questions.
@Suite("Security checklist")
struct SecurityChecklistTests {
  @Test func answersInTheOrderOfTheQuestions() async {
    let checks = (0..<12).map { number in
      TrialCheck("check-\(number)") {
        try? await Task.sleep(for: .milliseconds(12 - number))
        return TrialCheck.fine
      }
    }
    let report = await SecurityChecklist(of: "test", checks).evaluate()
    #expect(report.outcomes.map(\.id) == checks.map(\.id))
    #expect(report.isComplete && !report.hasFailures)
    #expect(report.subject == "test")
  }

  @Test func asksANameOnce() async {
    let report = await SecurityChecklist(
      of: "test", [TrialCheck("a") { TrialCheck.fine }, TrialCheck("a") { TrialCheck.wrong(.high) }]
    ).evaluate()
    #expect(report.outcomes.count == 1)
    #expect(report["a"]?.result == TrialCheck.fine)
    #expect(report["b"] == nil)
  }

  @Test func aCheckThatHangsIsUnavailableAndHoldsNobodyUp() async {
    // It does not hear of its end, as a call into a library that blocks would not.
    let hanging = TrialCheck("hanging") {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: 2)
          continuation.resume(returning: TrialCheck.fine)
        }
      }
    }
    let start = ContinuousClock.now
    let report = await SecurityChecklist(
      of: "test", [hanging, TrialCheck("quick") { TrialCheck.fine }], deadline: .milliseconds(50)
    ).evaluate()
    #expect(ContinuousClock.now - start < .milliseconds(1_500))
    #expect(report["hanging"]?.result.missing == "deadline")
    #expect(report["quick"]?.result == TrialCheck.fine)
    #expect(!report.isComplete)
  }

  @Test func cancellingLeavesEverythingUnansweredUnavailable() async {
    let checks = (0..<6).map { number in
      TrialCheck("check-\(number)") {
        try? await Task.sleep(for: .seconds(30))
        return TrialCheck.fine
      }
    }
    let checklist = SecurityChecklist(of: "test", checks, concurrency: 2)
    let start = ContinuousClock.now
    let task = Task { await checklist.evaluate() }
    try? await Task.sleep(for: .milliseconds(30))
    task.cancel()
    let report = await task.value
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(report.outcomes.count == 6)
    #expect(report.outcomes.allSatisfy { $0.result.missing == "cancelled" })
  }

  @Test func worksOnFewAtATime() async {
    let box = Counter()
    let checks = (0..<10).map { number in
      TrialCheck("check-\(number)") {
        box.enter()
        try? await Task.sleep(for: .milliseconds(5))
        box.leave()
        return TrialCheck.fine
      }
    }
    let progress = Counter()
    let report = await SecurityChecklist(of: "test", checks, concurrency: 3).evaluate { _ in progress.enter()
    }
    #expect(report.isComplete)
    #expect(box.most <= 3 && box.most >= 1)
    #expect(progress.now == 10)
  }

  @Test func anAppThatGivesNothingPassesNothingButItsBuild() async {
    let report = await SecurityChecklist(CheckedApp("com.example.app")).evaluate()
    let ids = [
      "ats", "integrity", "pin-sets", "pinning", "keychain", "transport-policy", "log-data", "debug-code",
    ]
    #expect(report.outcomes.map(\.id) == ids)
    for outcome in report.outcomes where outcome.id != "debug-code" {
      #expect(outcome.result.missing == "not-given", "\(outcome.id)")
      #expect(outcome.result.answer == .unknown)
    }
    let score = report.score()
    #expect(score.examinedCount == 1)
    #expect(score.answers.filter { $0.state == .passed }.allSatisfy { $0.area == .debugCode })
  }

  @Test func everyQuestionHasWordsInBothLanguagesAndNumbers() {
    let checks = CheckedApp("app").checks
    #expect(Set(checks.map(\.id)).count == checks.count)
    #expect(Set(checks.compactMap(\.area)) == Set(ChecklistArea.allCases))
    for check in checks {
      #expect(check.question.english.hasSuffix("?") && check.question.japanese != check.question.english)
      #expect(!check.standards.masvs.isEmpty && !check.standards.owaspMobile2024.isEmpty)
    }
  }
}

/// Counts how many are inside.
final class Counter: Sendable {
  private let state = Protected((now: 0, most: 0))
  var now: Int { state.withLock { $0.now } }
  var most: Int { state.withLock { $0.most } }

  func enter() {
    state.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  func leave() { state.withLock { $0.now -= 1 } }
}

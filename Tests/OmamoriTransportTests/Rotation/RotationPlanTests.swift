import OmamoriCore
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// Dates at which keys change, so that no app is shut out.
@Suite("Rotation plan")
struct RotationPlanTests {
  private func day(_ text: String) throws -> Date { try #require(GregorianDay(text)?.start) }

  @Test(
    "Lifetimes follow the day of issue",
    arguments: [
      ("2020-01-01", 398), ("2026-03-14", 398), ("2026-03-15", 200), ("2027-03-14", 200), ("2027-03-15", 100),
      ("2029-03-14", 100), ("2029-03-15", 47), ("2035-01-01", 47),
    ])
  func lifetimes(_ text: String, _ days: Int) throws {
    #expect(LifetimeSchedule.publicCertificates.greatestLifetime(issuedAt: try day(text)) == days)
  }

  @Test(
    "An authority may issue shorter certificates than it could, never longer ones",
    arguments: [
      (90, [90, 90, 90, 47]), (200, [200, 200, 100, 47]), (0, [1, 1, 1, 1]),
    ])
  func limited(days: Int, expected: [Int]) throws {
    let schedule = LifetimeSchedule.publicCertificates.limited(to: days)
    let found = try ["2026-03-14", "2026-03-15", "2027-03-15", "2029-03-15"].map {
      schedule.greatestLifetime(issuedAt: try day($0))
    }
    #expect(found == expected)
  }

  @Test("The key changes with the last renewal before it is too old, and its pin is released before")
  func plan() throws {
    let plan = RotationPlan(
      notValidAfter: try day("2026-09-01"), keyMade: try day("2026-01-01"), hasBackup: false,
      at: try day("2026-04-01"))
    // Renewals 15 days before the end: 2026-08-17 for 200 days, then 2027-02-18, which is after 2027-01-01.
    #expect(plan.steps.map(\.action) == [.generate, .ship, .change, .retire])
    #expect(
      plan.steps.map { GregorianDay($0.date).description } == [
        "2026-06-04", "2026-06-18", "2026-08-17", "2026-10-16",
      ])
    #expect(plan.renewals.map(\.changesKey) == [true, false])
    #expect(!plan.isLate)
  }

  @Test("Short-lived certificates are renewed with the same key until it is time")
  func manyRenewals() throws {
    let plan = RotationPlan(
      notValidAfter: try day("2030-02-01"), keyMade: try day("2030-01-01"), hasBackup: true,
      at: try day("2030-01-02"))
    #expect(plan.steps.map(\.action) == [.change, .retire])
    #expect(plan.renewals.allSatisfy { $0.lifetimeDays == 47 })
    #expect(plan.renewals.count > 8)
    let change = try #require(plan.steps.first).date
    #expect(try change <= day("2031-01-01") && change > day("2030-11-20"))
    for (first, second) in zip(plan.renewals, plan.renewals.dropFirst()) {
      #expect(second.date.timeIntervalSince(first.date) == 32 * 86_400)
    }
  }

  @Test("Without a released pin the change waits for people, even when the key is old")
  func late() throws {
    let now = try day("2026-05-01")
    let plan = RotationPlan(
      notValidAfter: try day("2026-05-20"), keyMade: try day("2024-01-01"), hasBackup: false, at: now)
    #expect(plan.isLate)
    let change = try #require(plan.steps.first { $0.action == .change }).date
    #expect(change >= now + 74 * 86_400)
    #expect(plan.renewals.first?.changesKey == false)
  }

  @Test(
    "In every plan the pin is out long enough before the change",
    arguments: Array(stride(from: 0, to: 1500, by: 37)))
  func order(_ offset: Int) throws {
    let start = try day("2026-01-01")
    for hasBackup in [false, true] {
      let plan = RotationPlan(
        notValidAfter: start + Double(offset % 400) * 86_400, keyMade: start - Double(offset) * 86_400,
        hasBackup: hasBackup, at: start)
      #expect(plan.steps.map(\.date) == plan.steps.map(\.date).sorted())
      let dates = Dictionary(uniqueKeysWithValues: plan.steps.map { ($0.action, $0.date) })
      let change = try #require(dates[.change])
      if let ship = dates[.ship] { #expect(change.timeIntervalSince(ship) >= 60 * 86_400) }
      #expect(plan.renewals.count { $0.changesKey } == 1)
    }
  }

  @Test("Senseless practices end in a plan, too")
  func bounds() throws {
    var practice = RotationPractice()
    (practice.keyLifetimeDays, practice.adoptionDays) = (.max, .min)
    (practice.preparationDays, practice.marginDays) = (.max, .max)
    let plan = RotationPlan(
      notValidAfter: try day("2026-05-20"), keyMade: try day("2024-01-01"), hasBackup: false,
      practice: practice, at: try day("2026-05-01"))
    #expect(plan.steps.count == 4)
    #expect(RotationPlan.Action.allCases.allSatisfy { $0.explanation.japanese.hasSuffix("。") })
  }
}

import Foundation
import Segment

struct PatientTraits: Codable {
  let phone: String
  let birthday: Date
  let conditions: [String]
}

struct MembershipTraits: Codable {
  let plan: String
  let visitsThisYear: Int
  let hasReminders: Bool
}

final class VisitTracking {
  private let analytics: Analytics

  init(analytics: Analytics) {
    self.analytics = analytics
  }

  func registered(accountId: String, record: PatientRecord, phoneNo: String) {
    let traits = PatientTraits(phone: phoneNo, birthday: record.dob, conditions: [record.diagnosis])
    analytics.identify(userId: accountId, traits: traits) // weak: analytics direct
  }

  func membershipChanged(accountId: String, visits: [PatientRecord]) {
    let traits = MembershipTraits(plan: "family", visitsThisYear: visits.count, hasReminders: true)
    analytics.identify(userId: accountId, traits: traits) // safe: analytics
  }

  func searched(_ query: SymptomQuery) {
    analytics.track(name: "Symptom Search", properties: searchProperties(query)) // weak: analytics helper
    let counts = ["terms": query.terms.count, "results": query.resultCount]
    analytics.track(name: "Symptom Search Results", properties: counts) // safe: analytics
  }

  private func searchProperties(_ query: SymptomQuery) -> [String: Any] {
    ["symptoms": query.terms.joined(separator: "|"), "since": query.sinceDays]
  }
}

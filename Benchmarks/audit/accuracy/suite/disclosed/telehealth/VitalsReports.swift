import AdjustSdk
import Bugsnag
import Foundation

struct PatientProfile {
  let memberId: UUID
  var mobileNo: String
  var bloodType: String
  var conditions: [String]
}

final class VitalsReports {
  private let profile: PatientProfile

  init(profile: PatientProfile) {
    self.profile = profile
    Bugsnag.setUser(profile.memberId.uuidString, withEmail: nil, andName: nil) // safe: analytics
    Adjust.addGlobalCallbackParameter(profile.mobileNo, forKey: "msisdn") // weak: analytics direct
  }

  func shared(_ reading: Vitals) {
    Adjust.trackEvent(ADJEvent(eventToken: "k3x9ab")) // safe: analytics
    Bugsnag.addMetadata(clinicalSummary(reading), section: "chart") // weak: analytics helper
    Bugsnag.leaveBreadcrumb(withMessage: "vitals shared, conditions: \(profile.conditions.count)") // safe: analytics
  }

  private func clinicalSummary(_ reading: Vitals) -> [String: Any] {
    ["bpm": reading.heartRate, "glucose": reading.glucoseMgDl, "conditions": profile.conditions]
  }
}

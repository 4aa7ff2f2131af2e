import Foundation
import SwiftData

@Model
final class Patient {
  var displayName = ""
  var diagnosis: String?
  var insuranceNo: String?
  var dob: Date?
  var diagnosisRevision = 0
  @Relationship(deleteRule: .cascade, inverse: \Reading.patient) var readings: [Reading] = []

  init(displayName: String) {
    self.displayName = displayName
  }
}

@Model
final class Reading {
  var bloodGlucose: Double?
  var glucoseUnit = GlucoseUnit.mgdl
  var takenAt = Date.now
  var patient: Patient?

  init() {}
}

@Model
final class PortalAccount {
  @Attribute(.unique) var portal: String
  var refreshToken: String?
  var sealedToken: Data?
  var passwordSaved = false
  var tokenExpiry: Date?

  init(portal: String, refreshToken: String? = nil) {
    self.portal = portal
    self.refreshToken = refreshToken
  }
}

enum GlucoseUnit: String, Codable { case mgdl, mmol }

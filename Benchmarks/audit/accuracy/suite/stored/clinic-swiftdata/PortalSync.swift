import CryptoKit
import Foundation
import SwiftData

struct PortalGrant: Decodable {
  let refreshToken: String
  let expires: Date
}

struct ChartEntry: Decodable {
  let text: String
}

@ModelActor
actor PortalSync {
  func link(_ portal: String, grant: PortalGrant) throws {
    modelContext.insert(PortalAccount(portal: portal, refreshToken: grant.refreshToken)) // weak: store-database helper
    try modelContext.save()
  }

  func link(_ portal: String, grant: PortalGrant, sealedWith key: SymmetricKey) throws {
    let account = PortalAccount(portal: portal, refreshToken: nil) // safe: store-database
    let plain = Data(grant.refreshToken.utf8)
    account.sealedToken = try ChaChaPoly.seal(plain, using: key).combined // safe: store-database
    account.tokenExpiry = grant.expires // safe: store-database
    account.passwordSaved = true // safe: store-database
    modelContext.insert(account)
  }

  func apply(_ chart: ChartEntry, to id: PersistentIdentifier) throws {
    guard let patient = self[id, as: Patient.self] else { return }
    patient.diagnosis = chart.text // weak: store-database file
    patient.diagnosisRevision += 1
    try modelContext.save()
  }

  func discharge(_ id: PersistentIdentifier) throws {
    guard let patient = self[id, as: Patient.self] else { return }
    patient.diagnosis = nil // safe: store-database
    patient.insuranceNo = nil
    try modelContext.save()
  }
}

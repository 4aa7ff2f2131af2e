import CouchbaseLiteSwift
import Foundation
import Security

struct SiteVisit {
  let site: String
  let technician: Int
  let router: (ssid: String, bssid: String)
  let alarmPin: String
  let visits: Int
}

final class FieldStore {
  private let visits: CouchbaseLiteSwift.Collection
  private let publicKey: SecKey

  init(publicKey: SecKey) throws {
    let database = try Database(name: "field")
    visits = try database.createCollection(name: "visits")
    self.publicKey = publicKey
  }

  func save(_ visit: SiteVisit) throws {
    let document = MutableDocument(id: "visit::\(visit.site)")
    document.setInt(visit.technician, forKey: "technician")
    document.setString(visit.router.bssid, forKey: "ap") // weak: store-database helper
    document["alarm"].string = visit.alarmPin // weak: store-database helper
    document.setInt(visit.alarmPin.count, forKey: "alarmPinDigits") // safe: store-database
    document.setBoolean(!visit.router.ssid.isEmpty, forKey: "hasSsid") // safe: store-database
    try visits.save(document: document)
  }

  func saveContact(site: String, cellPhone: String) throws {
    let document = MutableDocument(id: "contact::\(site)", data: ["site": site, "tel": cellPhone]) // weak: store-database direct
    try visits.save(document: document)
  }

  func saveSealed(_ visit: SiteVisit) throws {
    var error: Unmanaged<CFError>?
    let plain = Data(visit.alarmPin.utf8) as CFData
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    guard let cipher = SecKeyCreateEncryptedData(publicKey, algorithm, plain, &error) as Data? else {
      throw error!.takeRetainedValue()
    }
    let document = MutableDocument(id: "alarm::\(visit.site)")
    document.setBlob(Blob(contentType: "application/octet-stream", data: cipher), forKey: "alarmPin") // safe: store-database
    try visits.save(document: document)
  }

  func forgetAlarm(site: String) throws {
    guard let document = try visits.document(id: "visit::\(site)")?.toMutable() else { return }
    document.removeValue(forKey: "alarm")
    document.setString(nil, forKey: "ap") // safe: store-database
    try visits.save(document: document)
  }
}

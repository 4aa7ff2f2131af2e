import Foundation

struct Taxpayer: Encodable {
  let filingId: UUID
  var ssn: String
  var myNumber: String
  var passportNo: String?
  var employerCount: Int
  var year: Int

  var hasPassport: Bool { passportNo != nil }
}

enum FilingHosts {
  static let archive = "http://archive.efile.example"
  static let current = "https://efile.example"
}

import Foundation

struct PatientRecord: Codable, CustomStringConvertible {
  enum Ward: String, Codable {
    case north, south, west
  }

  let recordId: UUID
  var patientName: String
  var dob: Date
  var diagnosis: String
  var mrn: String
  var ward: Ward

  var description: String { "\(patientName) (\(mrn)), born \(dob): \(diagnosis)" }

  var chartTag: String { "chart-" + recordId.uuidString.prefix(8) }
}

struct SymptomQuery {
  var terms: [String]
  var sinceDays: Int
  var resultCount: Int
}

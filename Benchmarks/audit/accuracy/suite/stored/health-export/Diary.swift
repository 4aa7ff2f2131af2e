import Foundation

struct GlucoseSample: Codable {
  let takenAt: Date
  let bloodGlucose: Double
  let meal: String
}

struct DiaryProfile: Codable {
  var nickname: String
  var diagnosis: String = ""
  var journalPin: String = ""
  var unit: String

  enum CodingKeys: String, CodingKey { case nickname, unit }
}

struct Anamnesis: Codable {
  var recordId: UUID
  var bloodType: String
  var medication: [String]
  var reportedPregnancy: Bool
}

enum Folder {
  static var documents: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  }

  static var caches: URL {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
  }
}

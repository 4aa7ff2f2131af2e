import CryptoKit
import Foundation

final class DiaryExporter {
  private let fileManager = FileManager.default

  func csv(of samples: [GlucoseSample]) -> String {
    let header = "time,glucose,meal"
    let rows = samples.map { "\($0.takenAt.ISO8601Format()),\($0.bloodGlucose),\($0.meal)" }
    return ([header] + rows).joined(separator: "\n")
  }

  func exportCSV(_ samples: [GlucoseSample]) throws -> URL {
    let url = fileManager.temporaryDirectory.appendingPathComponent("diary.csv")
    try csv(of: samples).write(to: url, atomically: true, encoding: .utf8) // weak: store-file helper
    return url
  }

  func exportTemplate() throws -> URL {
    let url = fileManager.temporaryDirectory.appendingPathComponent("glucose-template.csv")
    try csv(of: []).write(to: url, atomically: true, encoding: .utf8) // safe: store-file
    return url
  }

  func backup(_ samples: [GlucoseSample]) throws {
    let data = try JSONEncoder().encode(samples)
    let path = Folder.documents.appendingPathComponent("diary.json").path
    fileManager.createFile(atPath: path, contents: data) // weak: store-file file
  }

  func backupProtected(_ samples: [GlucoseSample]) throws {
    let data = try JSONEncoder().encode(samples)
    let path = Folder.documents.appendingPathComponent("diary.json").path
    fileManager.createFile(atPath: path, contents: data, attributes: [.protectionKey: FileProtectionType.complete]) // safe: store-file
  }

  func backupSealed(_ samples: [GlucoseSample], key: SymmetricKey) throws {
    let data = try PropertyListEncoder().encode(samples)
    let box = try AES.GCM.seal(data, using: key)
    try box.combined?.write(to: Folder.documents.appendingPathComponent("diary.box"), options: .atomic) // safe: store-file
  }

  func save(_ profile: DiaryProfile) throws {
    try JSONEncoder().encode(profile).write(to: Folder.documents.appendingPathComponent("profile.json")) // safe: store-file
  }

  func save(_ anamnesis: Anamnesis) throws {
    let url = Folder.caches.appendingPathComponent("\(anamnesis.recordId).plist")
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    try encoder.encode(anamnesis).write(to: url, options: .atomic) // weak: store-file file
  }

  func append(_ sample: GlucoseSample, to handle: FileHandle) throws {
    let line = "\(sample.takenAt.timeIntervalSince1970);\(sample.bloodGlucose)\n"
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(line.utf8)) // weak: store-file file
  }

  func appendMarker(glucoseReadings count: Int, to handle: FileHandle) throws {
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\(count) readings\n".utf8)) // safe: store-file
  }
}

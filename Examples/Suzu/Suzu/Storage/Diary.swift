import CryptoKit
import Foundation
import SwiftData

@Model
final class Entry {
  var id = UUID()
  var title: String
  var text: String
  var medicalNote: String
  var mood: Int

  init(title: String, text: String, medicalNote: String, mood: Int) {
    self.title = title
    self.text = text
    self.medicalNote = medicalNote
    self.mood = mood
  }
}

/// Writes the diary to files.
struct DiaryFiles {
  private let folder = URL.documentsDirectory
  private let cipher = DiaryCipher()

  func export(_ entries: [Entry], password: String) throws {
    let text = entries.map(\.text).joined(separator: "\n")
    try cipher.seal(Data(text.utf8), password: password).write(to: folder.appending(path: "diary.sealed"))
    try Data(password.utf8).write(to: folder.appending(path: "diary.password"))
  }

  func exportWell(_ entries: [Entry], key: SymmetricKey) throws {
    let text = entries.map(\.text).joined(separator: "\n")
    let sealed = try ChaChaPoly.seal(Data(text.utf8), using: key, authenticating: Data("diary-export-1".utf8)).combined
    var file = folder.appending(path: "diary.sealed")
    try sealed.write(to: file, options: [.atomic, .completeFileProtection])
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try file.setResourceValues(values)
  }

  func restore(_ archive: Data) throws -> Any? {
    let reader = try NSKeyedUnarchiver(forReadingFrom: archive)
    reader.requiresSecureCoding = false
    return reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
  }

  func read(picture name: String, of link: URL) throws -> Data {
    let wanted = link.queryValue("picture") ?? name
    return try Data(contentsOf: folder.appending(path: wanted))
  }

  func readWell(picture name: String, of link: URL) throws -> Data {
    let wanted = URL(filePath: link.queryValue("picture") ?? name).lastPathComponent
    return try Data(contentsOf: folder.appending(path: wanted))
  }
}

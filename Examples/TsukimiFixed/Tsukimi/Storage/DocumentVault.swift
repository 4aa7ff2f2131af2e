import Foundation

/// A folder with complete protection, kept out of backups.
struct ProtectedFolder {
  enum Name: String, CaseIterable {
    case journal = "Journal"
    case vault = "Vault"
    case friends = "Friends"

    var url: URL { URL.applicationSupportDirectory.appending(path: rawValue, directoryHint: .isDirectory) }
  }

  let url: URL

  init(_ name: Name) throws {
    url = name.url
    try FileManager.default.createDirectory(
      at: url,
      withIntermediateDirectories: true,
      attributes: [.protectionKey: FileProtectionType.complete])
    try excludeFromBackup(url)
  }

  // 置き換えると印が消えるので、書くたびに付け直す。
  func write(_ sealed: Data, to name: DocumentName) throws {
    let file = try location(of: name)
    try sealed.write(to: file, options: [.atomic, .completeFileProtection])
    try excludeFromBackup(file)
  }

  /// Removes the folder and everything in it.
  static func remove(_ name: Name) throws {
    guard FileManager.default.fileExists(atPath: name.url.path) else { return }
    try FileManager.default.removeItem(at: name.url)
  }

  func location(of name: DocumentName) throws -> URL {
    let file = url.appending(path: name.text, directoryHint: .notDirectory).standardizedFileURL
    guard file.deletingLastPathComponent().path == url.standardizedFileURL.path else {
      throw CocoaError(.fileReadInvalidFileName)
    }
    return file
  }

  func excludeFromBackup(_ file: URL) throws {
    var file = file
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try file.setResourceValues(values)
  }
}

/// A file name that cannot leave its folder.
struct DocumentName: Hashable, Sendable {
  private static let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-_.")

  let text: String

  init?(_ text: String) {
    guard (1...64).contains(text.count), text.allSatisfy(Self.allowed.contains), !text.hasPrefix("."),
      !text.contains("..")
    else { return nil }
    self.text = text
  }
}

// 会計メモや招待状などのファイル。中身はすべて封をしてから置く。
struct DocumentVault {
  private let folder: ProtectedFolder
  private let cipher: JournalCipher

  init(cipher: JournalCipher) throws {
    self.cipher = cipher
    folder = try ProtectedFolder(.vault)
  }

  func open(_ name: DocumentName) throws -> Data {
    let sealed = try Data(contentsOf: folder.location(of: name))
    return try cipher.open(sealed, record: "document:\(name.text)")
  }

  func keep(_ document: Data, as name: DocumentName) throws {
    let sealed = try cipher.seal(document, record: "document:\(name.text)")
    try folder.write(sealed, to: name)
  }

  func newestFirst() throws -> [URL] {
    let key = URLResourceKey.contentModificationDateKey
    return try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: [key])
      .map { file in (file, try file.resourceValues(forKeys: [key]).contentModificationDate ?? .distantPast) }
      .sorted { $0.1 > $1.1 }
      .map(\.0)
  }
}

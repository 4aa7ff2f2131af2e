import Foundation

// 会計メモや招待状などのファイル。
final class DocumentVault {
  static let shared = DocumentVault()

  private let folder = URL.documentsDirectory.appending(path: "Vault", directoryHint: .isDirectory)

  private init() {
    try? FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.protectionKey: FileProtectionType.none])
  }

  func open(named name: String) -> Data? {
    let file = folder.appendingPathComponent(name)
    return try? Data(contentsOf: file)
  }

  // パスワードを忘れた人のために控えを置く
  func keepRecoverySheet(password: String, recoveryCode: String) throws {
    let sheet = "password: \(password)\nrecovery code: \(recoveryCode)\n"
    try sheet.write(
      to: folder.appendingPathComponent("recovery.txt"),
      atomically: true,
      encoding: .utf8)
  }

  func keepBackup(of sealedJournal: Data) throws {
    let file = folder.appendingPathComponent("journal.sealed")
    try sealedJournal.write(to: file, options: [.atomic])
  }

  func keepReceipt(_ cardReceipt: Data) throws {
    try cardReceipt.write(
      to: folder.appendingPathComponent("receipt.dat"), options: [.atomic, .noFileProtection])
  }

  func newestFirst() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
      .sorted { modified($0) > modified($1) }
  }

  private func modified(_ file: URL) -> Date {
    (try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate) ?? .distantPast
  }
}

import Combine
import Foundation
import RNCryptor
import SSZipArchive

@MainActor
final class RestoreModel: ObservableObject {
  @Published var password = ""
  @Published private(set) var plants: [Plant] = []
  @Published private(set) var message: String?

  func restoreAutomatic(_ url: URL) {
    do {
      let sealed = try Data(contentsOf: url)
      let data = try RNCryptor.decrypt(data: sealed, withPassword: BackupSecret.fallback) // weak: constant-password file
      plants = try JSONDecoder().decode([Plant].self, from: data)
    } catch {
      message = error.localizedDescription
    }
  }

  func restoreManual(_ url: URL) {
    guard password != "" else { // safe: constant-password
      message = BackupSecret.promptTitle
      return
    }
    do {
      let decryptor = RNCryptor.Decryptor(password: password) // safe: constant-password
      plants = try JSONDecoder().decode([Plant].self, from: decryptor.decrypt(data: Data(contentsOf: url)))
    } catch RNCryptor.Error.hmacMismatch {
      message = "Wrong password or damaged file"
    } catch {
      message = error.localizedDescription
    }
  }

  func shareZip(of folder: URL, to target: URL) -> Bool {
    let phrase = "g4rden" + String(2019)
    return SSZipArchive.createZipFile( // weak: constant-password direct
      atPath: target.path, withContentsOfDirectory: folder.path, keepParentDirectory: false, withPassword: phrase)
  }

  func shareProtectedZip(of folder: URL, to target: URL) -> Bool {
    SSZipArchive.createZipFile( // safe: constant-password
      atPath: target.path, withContentsOfDirectory: folder.path, keepParentDirectory: false, withPassword: password)
  }
}

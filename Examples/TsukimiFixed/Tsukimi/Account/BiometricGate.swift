import Foundation
import LocalAuthentication

// 顔または指紋で日記を開く。鍵そのものが Keychain の生体認証の内側にある。
struct BiometricGate {
  /// Has the system ask for the face or finger and hand out the key of the journal.
  func unlockJournal() async throws -> JournalCipher {
    try await Task.detached {
      let context = LAContext()
      context.localizedReason = "観月日記を開きます"
      defer { context.invalidate() }
      return try JournalCipher(key: KeyFactory().journalKey(context: context))
    }.value
  }

  /// Begins a journal, or brings one back after the enrolled face or finger has changed.
  func openJournal(passphrase: String, isNew: Bool) async throws -> JournalCipher {
    let keys = KeyFactory()
    let key =
      isNew
      ? try await keys.beginJournal(passphrase: passphrase)
      : try await keys.recoverJournal(passphrase: passphrase)
    return JournalCipher(key: key)
  }
}

@MainActor
final class JournalSession: ObservableObject {
  static let shared = JournalSession()

  @Published private(set) var store: JournalStore?

  func open(with cipher: JournalCipher) throws {
    store = try JournalStore(cipher: cipher)
  }

  func lock() {
    store = nil
  }
}

import OmamoriAuth
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile

/// A keychain in a folder of its own, with a passphrase, and a person whose answers are written down.
final class BiometricDesk: Sendable {
  let path: String
  let file: KeychainFile
  let person: ScriptedAuthenticator
  let events = RecordedSecurityEvents()

  init(_ answers: [AuthenticationOutcome], enrolment: String? = "two fingers") async throws {
    path = FileManager.default.temporaryDirectory.appending(path: "biometric-\(UUID().uuidString)").path
    let cost = PasswordCost.argon2id(memory: 19 << 10, passes: 2, lanes: 1)
    file = try await KeychainFile.create(
      at: path, slot: NewSlot("first", .passphrase(Password("correct horse"), cost: cost)),
      options: KeychainFileOptions(isDurable: false))
    person = ScriptedAuthenticator(outcomes: answers, enrolment: enrolment.map { Data($0.utf8) })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func login(_ service: String = "mail", over keychain: (any KeychainBackend)? = nil) throws -> BiometricLogin
  {
    try BiometricLogin(
      keychain: keychain ?? file, service: service, authenticator: person, events: events)
  }

  func itemCount() async throws -> Int {
    let passwords = try await file.find(ItemQuery(.genericPassword, limit: .all)).count
    return try await file.find(ItemQuery(.key, limit: .all)).count + passwords
  }
}

// Secrets of a service under typed keys, in an encrypted file that a passphrase or a code on paper opens.
import Omamori

extension Keychain.Key where Value == String {
  static let refreshToken = Self("refresh-token", accessibility: .afterFirstUnlock)
}
extension Keychain.Key where Value == SymmetricKey {
  static let database = Self("database")
}

// snippet.hide
// A program would leave the folder out and get the person's own keychain: `try await Keychain(service: "…")`.
let folder = FileManager.default.temporaryDirectory.path + "/keychain-\(UInt64.random(in: .min ... .max))"
// snippet.show
let passphrase = Password("correct horse battery staple")
let store = try await KeychainFile.create(at: folder, slot: NewSlot("passphrase", .passphrase(passphrase)))
let onPaper = try RecoveryCode()
_ = try await store.addSlot(NewSlot("paper", .recoveryCode(onPaper)))

let keychain = Keychain(service: "com.example.app", backend: store)
try await keychain.set("eyJhbGciOi…", for: .refreshToken)
print("token:", try await keychain.value(for: .refreshToken) ?? "there is none")

// Made once, whoever asks first; never made again because the keychain could not be read.
let key = try await keychain.getOrCreate(.database) { SymmetricKey(size: .bits256) }
print("bits of the key:", key.bitCount)

// snippet.hide
// A locked keychain keeps what must survive locking, and says "locked" of the rest, never "there is none".
await store.lock(.screen)
print("locked:", try await keychain.value(for: .refreshToken) != nil)
do {
  _ = try await keychain.value(for: .database)
} catch {
  print(error.explanation[.en])
}
try await store.unlock(with: .recoveryCode(onPaper))
print("unlocked:", try await keychain.value(for: .database) == key)
await store.close()
try FileManager.default.removeItem(atPath: folder)

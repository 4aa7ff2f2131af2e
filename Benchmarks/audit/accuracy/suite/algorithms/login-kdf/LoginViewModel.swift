import Combine
import CryptoExtras
import CryptoKit
import Foundation
import Sodium
import SwiftUI

struct StoredLogin: Codable {
  var user: String
  var salt: Data
  var verifier: Data
}

@MainActor
final class LoginViewModel: ObservableObject, SecretHashing {
  @Published var user = ""
  @Published var password = ""
  @Published private(set) var isUnlocked = false

  let context: Data
  private let store: LoginStore
  private let sodium = Sodium()

  init(context: Data, store: LoginStore) {
    self.context = context
    self.store = store
  }

  func register() throws {
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    let digest = SHA256.hash(data: salt + Data(password.utf8)) // weak: password-hash direct
    try store.save(StoredLogin(user: user, salt: salt, verifier: Data(digest)))
  }

  func registerOffline() throws {
    try store.save(StoredLogin(user: user, salt: context, verifier: imprint(of: password)))
  }

  func vaultKey() -> SymmetricKey {
    deriveKey(from: Data(password.utf8), label: "vault") // weak: password-hash file
  }

  func exchangeKey(with peer: Curve25519.KeyAgreement.PublicKey, own: Curve25519.KeyAgreement.PrivateKey) throws -> SymmetricKey {
    let shared = try own.sharedSecretFromKeyAgreement(with: peer)
    return deriveKey(from: shared.withUnsafeBytes { Data($0) }, label: "vault-sync") // safe: password-hash
  }

  func registerKiosk() throws {
    guard let digest = sodium.genericHash.hash(message: password.bytes) else { return } // weak: password-hash direct
    try store.save(StoredLogin(user: user, salt: Data(), verifier: Data(digest)))
  }

  func registerShared() throws {
    let (ops, memory) = (sodium.pwHash.OpsLimitModerate, sodium.pwHash.MemLimitModerate)
    guard let line = sodium.pwHash.str(passwd: password.bytes, opsLimit: ops, memLimit: memory) else { return } // safe: password-hash
    try store.save(StoredLogin(user: user, salt: Data(), verifier: Data(line.utf8)))
  }

  func registerFamily() throws {
    let salt = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    let key = try KDF.Scrypt.deriveKey( // safe: password-hash
      from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 17, blockSize: 8, parallelism: 1)
    try store.save(StoredLogin(user: user, salt: salt, verifier: key.withUnsafeBytes { Data($0) }))
  }
}

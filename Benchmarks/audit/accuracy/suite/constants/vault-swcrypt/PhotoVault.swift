import Foundation
import KeychainAccess

struct PhotoVault {
  private let keychain: Keychain
  private let albumKey = Data(count: 32)

  init(keychain: Keychain = Keychain(service: "app.shutterbox.vault")) {
    self.keychain = keychain
  }

  func sealPhoto(_ jpeg: Data) throws -> Data {
    let iv = CC.generateRandom(16)
    return try iv + CC.crypt( // safe: constant-iv
      .encrypt, blockMode: .cbc, algorithm: .aes, padding: .pkcs7Padding, data: jpeg, key: vaultKey(), iv: iv)
  }

  func sealAlbum(_ index: Data) throws -> Data {
    let iv = CC.generateRandom(12)
    let album = Data("album-index".utf8)
    return try iv + CC.cryptAuth( // weak: constant-key helper
      .encrypt, blockMode: .gcm, algorithm: .aes, data: index, aData: album, key: albumKey, iv: iv, tagLength: 16)
  }

  func sealCaption(_ caption: String) throws -> Data {
    try CC.cryptAuth( // weak: constant-iv direct
      .encrypt, blockMode: .gcm, algorithm: .aes, data: Data(caption.utf8), aData: Data(), key: vaultKey(),
      iv: Data([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]), tagLength: 16)
  }

  func sealLocation(_ place: Data) throws -> Data {
    let iv = CC.generateRandom(12)
    let context = Data("photo.location.v1".utf8)
    return try iv + CC.cryptAuth( // safe: constant-key
      .encrypt, blockMode: .gcm, algorithm: .aes, data: place, aData: context, key: vaultKey(), iv: iv, tagLength: 16)
  }

  func fingerprint(_ jpeg: Data) throws -> Data {
    try CC.HMAC(jpeg, alg: .sha256, key: vaultKey()) // safe: constant-key
  }

  private func vaultKey() throws -> Data {
    if let stored = try keychain.getData("photo-key") { return stored }
    let fresh = CC.generateRandom(32)
    try keychain.set(fresh, key: "photo-key")
    return fresh
  }
}

final class VaultUnlock {
  private let rounds: UInt32
  private let salt: Data

  init(salt: Data, isRestoring: Bool) {
    self.salt = salt
    rounds = isRestoring ? 4_096 : 10_000
  }

  func key(for passphrase: String) throws -> Data {
    try CC.KeyDerivation.PBKDF2(passphrase, salt: salt, prf: .sha256, rounds: rounds) // weak: weak-iterations helper
  }

  func exportPEM(_ pem: String, passphrase: String) throws -> String {
    try SwKeyConvert.PrivateKey.encryptPEM(pem, passphrase: passphrase, mode: .aes256CBC) // safe: constant-password
  }

  func partnerPEM(_ pem: String) throws -> String {
    try SwKeyConvert.PrivateKey.encryptPEM(pem, passphrase: "shutterbox-partner", mode: .aes256CBC) // weak: constant-password direct
  }
}

import CryptoKit
import Foundation

struct DeviceLink {
  private let identity = P256.KeyAgreement.PrivateKey()
  private let keys = KeySource()

  var publicKey: Data { identity.publicKey.x963Representation }

  func sessionKey(peer: Data) throws -> SymmetricKey {
    let remote = try P256.KeyAgreement.PublicKey(x963Representation: peer)
    let shared = try identity.sharedSecretFromKeyAgreement(with: remote)
    return shared.hkdfDerivedSymmetricKey( // safe: constant-salt
      using: SHA256.self, salt: Data(), sharedInfo: Data("inkwell link".utf8), outputByteCount: 32)
  }

  func subkey(purpose: String) throws -> SymmetricKey {
    try HKDF<SHA256>.deriveKey( // safe: constant-salt
      inputKeyMaterial: keys.masterKey(), salt: Data("subkeys".utf8), info: Data(purpose.utf8), outputByteCount: 32)
  }

  func beacon(_ deviceName: String) throws -> Data? {
    let key = SymmetricKey(data: "inkwell-nearby-pairing-key-v1-00".data(using: .utf8)!) // weak: constant-key direct
    return try AES.GCM.seal(Data(deviceName.utf8), using: key).combined
  }

  func fingerprint(of peer: Data) -> String {
    SHA256.hash(data: peer).prefix(8).map { String(format: "%02x", $0) }.joined(separator: ":")
  }
}

import Foundation
import OmamoriCrypto

/// Two people agree on keys with X25519: one key for each direction, bound to both public keys.
struct Conversation: Sendable {
  let sending: SymmetricKey
  let receiving: SymmetricKey

  init(_ own: Curve25519.KeyAgreement.PrivateKey, with peer: Data) throws {
    let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer)
    let secret = try own.sharedSecretFromKeyAgreement(with: peer)
    let (mine, theirs) = (own.publicKey.rawRepresentation, peer.rawRepresentation)
    sending = Self.key(of: secret, from: mine, to: theirs)
    receiving = Self.key(of: secret, from: theirs, to: mine)
  }

  private static func key(of secret: SharedSecret, from sender: Data, to receiver: Data) -> SymmetricKey {
    secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: Data("conversation 1".utf8), sharedInfo: sender + receiver,
      outputByteCount: 32)
  }

  func write(_ text: String) throws -> ChaChaPoly.SealedBox {
    try ChaChaPoly.seal(Data(text.utf8), using: sending)
  }

  func read(_ box: ChaChaPoly.SealedBox) throws -> String {
    String(decoding: try ChaChaPoly.open(box, using: receiving), as: UTF8.self)
  }
}

/// Works with every kind of key that can agree on a secret.
func agreedBytes<Key: DiffieHellmanKeyAgreement>(_ key: Key, _ peer: Key.PublicKey) throws -> [UInt8] {
  let secret = try key.sharedSecretFromKeyAgreement(with: peer)
  // because the bytes are copied before the secret goes away
  return unsafe secret.withUnsafeBytes { unsafe Array($0) }
}

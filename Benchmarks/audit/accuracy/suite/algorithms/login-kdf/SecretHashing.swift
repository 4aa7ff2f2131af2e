import CryptoKit
import Foundation

protocol SecretHashing {
  var context: Data { get }
}

extension SecretHashing {
  func imprint(of text: String) -> Data {
    Data(SHA512.hash(data: context + Data(text.utf8))) // weak: password-hash file
  }

  func documentImprint(_ document: Data) -> Data {
    Data(SHA256.hash(data: context + document)) // safe: password-hash
  }
}

func deriveKey(from secret: Data, label: String) -> SymmetricKey {
  HKDF<SHA256>.deriveKey(
    inputKeyMaterial: SymmetricKey(data: secret), info: Data(label.utf8), outputByteCount: 32)
}

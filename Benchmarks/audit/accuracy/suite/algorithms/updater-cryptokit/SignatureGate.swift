import CryptoKit
import Foundation

struct SignatureGate {
  let key: P256.Signing.PublicKey

  @discardableResult
  func check(_ payload: Data, signature: Data) -> Bool {
    guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
    return key.isValidSignature(parsed, for: payload)
  }
}

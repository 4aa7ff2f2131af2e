import Foundation
import OmamoriCore

@testable import OmamoriCrypto
@testable import OmamoriOpenSSL

/// The derivation of key pairs from fixed bytes (RFC 9180, section 7.1.3), which only test vectors need.
extension HPKE.KEM {
  /// Tries the candidates for a private key until one is a key.
  func derive<Key>(from material: Data, _ read: (Data) throws -> Key) throws -> Key {
    let secret = SecretBytes(copying: material)
    let derivation = HPKELabeledDerivation(kdf, suite: "KEM", [identifier])
    let seed = derivation.extract(secret.bytes, label: "dkp_prk")
    guard self != .Curve25519_HKDF_SHA256 else {
      let key = derivation.expand(seed.bytes, label: "sk", info: [], count: 32)
      return try read(Data(key.bytes))
    }
    let (count, mask): (Int, UInt8) =
      switch self {
      case .P384_HKDF_SHA384: (48, 0xFF)
      case .P521_HKDF_SHA512: (66, 0x01)
      default: (32, 0xFF)
      }
    for counter in UInt8.min...UInt8.max {
      let bytes = derivation.expand(seed.bytes, label: "candidate", info: [counter], count: count)
      var candidate = Data(bytes.bytes)
      candidate[0] &= mask
      if let key = try? read(candidate) { return key }
    }
    throw HPKE.Errors.inconsistentParameters
  }
}

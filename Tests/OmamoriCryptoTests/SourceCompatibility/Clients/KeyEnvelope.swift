import Foundation
import OmamoriCrypto

/// A data key, wrapped with the key of the device (RFC 3394).
struct KeyEnvelope: Sendable {
  let wrapped: Data

  init(wrapped: Data) { self.wrapped = wrapped }

  init(_ key: SymmetricKey, using device: SymmetricKey) throws {
    wrapped = try AES.KeyWrap.wrap(key, using: device)
  }

  func key(using device: SymmetricKey) throws -> SymmetricKey {
    try AES.KeyWrap.unwrap(wrapped, using: device)
  }
}

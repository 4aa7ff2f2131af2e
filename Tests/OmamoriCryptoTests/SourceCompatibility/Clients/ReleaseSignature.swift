import Foundation
import OmamoriCrypto

/// Signs releases with Ed25519 and checks them with the public key that the app carries.
struct ReleaseSignature: Sendable {
  let trusted: Curve25519.Signing.PublicKey

  init(trusted: Data) throws { self.trusted = try Curve25519.Signing.PublicKey(rawRepresentation: trusted) }

  func isValid(_ signature: some DataProtocol, for release: some DataProtocol) -> Bool {
    trusted.isValidSignature(signature, for: release)
  }

  static func sign(_ release: Data, seed: [UInt8]) throws -> (signature: Data, publicKey: Data) {
    let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    return (try key.signature(for: release), key.publicKey.rawRepresentation)
  }
}

import Foundation
import OmamoriCrypto

/// A signing key on the NIST curves, in every form that files and protocols give it.
enum DeviceKey {
  static func publicForms(of key: P256.Signing.PublicKey) throws -> [P256.Signing.PublicKey] {
    var forms = [
      try P256.Signing.PublicKey(rawRepresentation: key.rawRepresentation),
      try P256.Signing.PublicKey(x963Representation: key.x963Representation),
      try P256.Signing.PublicKey(compressedRepresentation: key.compressedRepresentation),
      try P256.Signing.PublicKey(derRepresentation: key.derRepresentation),
      try P256.Signing.PublicKey(pemRepresentation: key.pemRepresentation),
    ]
    if let compact = key.compactRepresentation {
      forms.append(try P256.Signing.PublicKey(compactRepresentation: compact))
    }
    return forms
  }

  static func privateForms(of key: P256.Signing.PrivateKey) throws -> [P256.Signing.PrivateKey] {
    [
      try P256.Signing.PrivateKey(rawRepresentation: key.rawRepresentation),
      try P256.Signing.PrivateKey(x963Representation: key.x963Representation),
      try P256.Signing.PrivateKey(derRepresentation: key.derRepresentation),
      try P256.Signing.PrivateKey(pemRepresentation: key.pemRepresentation),
    ]
  }

  static func signature(of message: Data, _ key: P256.Signing.PrivateKey) throws -> Data {
    try key.signature(for: message).derRepresentation
  }

  static func isValid(_ signature: Data, of message: Data, _ key: P256.Signing.PublicKey) throws -> Bool {
    let signature = try P256.Signing.ECDSASignature(derRepresentation: signature)
    let raw = try P256.Signing.ECDSASignature(rawRepresentation: signature.rawRepresentation)
    return key.isValidSignature(signature, for: message)
      && key.isValidSignature(raw, for: SHA256.hash(data: message))
  }

  /// A signature on the larger curves over a digest that was made elsewhere.
  static func largerCurvesAgree(on message: [UInt8]) throws -> Bool {
    let (p384, p521) = (P384.Signing.PrivateKey(), P521.Signing.PrivateKey(compactRepresentable: false))
    let first = try p384.signature(for: SHA384.hash(data: message))
    let second = try p521.signature(for: SHA512.hash(data: message))
    return p384.publicKey.isValidSignature(first, for: message)
      && p521.publicKey.isValidSignature(second, for: message)
  }

  static func agreement(
    _ own: P256.KeyAgreement.PrivateKey,
    _ peer: P256.KeyAgreement.PublicKey,
    info: Data
  ) throws -> SymmetricKey {
    try own.sharedSecretFromKeyAgreement(with: peer)
      .x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: info, outputByteCount: 16)
  }

  static func agreementForms(
    of key: P256.KeyAgreement.PrivateKey
  ) throws -> (P256.KeyAgreement.PrivateKey, P256.KeyAgreement.PublicKey) {
    let copy = try P256.KeyAgreement.PrivateKey(derRepresentation: key.derRepresentation)
    let pem = try P256.KeyAgreement.PublicKey(pemRepresentation: copy.publicKey.pemRepresentation)
    let compressed = try P256.KeyAgreement.PublicKey(
      compressedRepresentation: pem.compressedRepresentation)
    return (copy, compressed)
  }
}

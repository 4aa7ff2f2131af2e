import OmamoriCore

@testable import OmamoriCrypto

/// Keys in DER, PEM and points: what is taken for a public key is written as it was.
func fuzzKeyDocument(_ bytes: [UInt8]) {
  if let key = try? P256.Signing.PublicKey(derRepresentation: bytes) {
    expect(Array(key.derRepresentation) == bytes, "one spelling for each public key")
  }
  if let key = try? P384.KeyAgreement.PublicKey(x963Representation: bytes) {
    expect(Array(key.x963Representation) == bytes, "one spelling for each point")
  }
  if let key = try? P521.KeyAgreement.PublicKey(compressedRepresentation: bytes) {
    expect(Array(key.compressedRepresentation) == bytes, "one spelling for each compressed point")
  }
  if let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes) {
    expect(Array(signature.derRepresentation) == bytes, "one spelling for each signature")
  }
  _ = try? P256.Signing.PrivateKey(derRepresentation: bytes)
  _ = try? P384.Signing.PrivateKey(derRepresentation: bytes)
  let text = String(decoding: bytes, as: UTF8.self)
  _ = try? P256.Signing.PrivateKey(pemRepresentation: text)
  _ = try? P521.Signing.PublicKey(pemRepresentation: text)
}

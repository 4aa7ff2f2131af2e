import OmamoriCore
import OmamoriCrypto

extension JSONWebKey {
  /// Says whether a signature is valid for a message; the caller has checked that the key is for the algorithm.
  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>, _ algorithm: SignatureAlgorithm) -> Bool
  {
    #if canImport(Darwin)
    switch material {
    case .secret: storage.codes?.isValid(signature, for: message, algorithm.digest) ?? false
    case .rsa(let key): key.isValid(signature, for: message, algorithm.digest, isPSS: algorithm.isPSS)
    case .p256(let key, _):
      (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA256.hash(data: message)) } ?? false
    case .p384(let key, _):
      (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA384.hash(data: message)) } ?? false
    case .p521(let key, _):
      (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA512.hash(data: message)) } ?? false
    case .ed25519(let key, _): key.isValidSignature(signature, for: message)
    case .x25519: false
    }
    #else
    // because UInt8 has no padding, and both arrays outlive the calls
    let (bytes, text) = unsafe (signature.byteSpan.bytes, message.span.bytes)
    return switch material {
    case .secret: storage.codes?.isValid(signature, for: message, algorithm.digest) ?? false
    case .rsa(let key): key.isValid(signature, for: message, algorithm.digest, isPSS: algorithm.isPSS)
    case .p256(let key, _): key.isValid(bytes, for: text)
    case .p384(let key, _): key.isValid(bytes, for: text)
    case .p521(let key, _): key.isValid(bytes, for: text)
    case .ed25519(let key, _): key.isValid(bytes, for: text)
    case .x25519: false
    }
    #endif
  }
}

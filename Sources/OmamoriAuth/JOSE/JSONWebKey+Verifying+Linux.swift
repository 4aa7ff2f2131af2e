#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

extension JSONWebKey {
  /// Says whether a signature is valid for a message; the caller has checked that the key is for the algorithm.
  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>, _ algorithm: SignatureAlgorithm) -> Bool
  {
    // because UInt8 has no padding, and both arrays outlive the calls
    let (bytes, text) = unsafe (signature.byteSpan.bytes, message.span.bytes)
    return switch material {
    case .secret: storage.codes?.isValid(signature, for: message, algorithm.digest) ?? false
    case .rsa(let key): key.isValid(bytes, for: text, algorithm.digest, isPSS: algorithm.isPSS)
    case .p256(let key, _): key.isValid(bytes, for: text)
    case .p384(let key, _): key.isValid(bytes, for: text)
    case .p521(let key, _): key.isValid(bytes, for: text)
    case .ed25519(let key, _): key.isValid(bytes, for: text)
    case .x25519: false
    }
  }
}
#endif

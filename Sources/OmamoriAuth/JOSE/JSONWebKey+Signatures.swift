import OmamoriCore
import OmamoriCrypto

extension JSONWebKey {
  /// The signature algorithm that the key is for, if it says so.
  var signatureAlgorithm: SignatureAlgorithm? { algorithm.flatMap(SignatureAlgorithm.init(rawValue:)) }

  /// Whether signatures of an algorithm can be verified with the key.
  func verifies(_ algorithm: SignatureAlgorithm) -> Bool { storage.canVerify && fits(algorithm) }

  /// Why signatures of an algorithm may not be made or verified with the key.
  func check(_ algorithm: SignatureAlgorithm, to operation: KeyOperation) throws(AuthError) {
    guard storage.attributes.allows(operation) else { throw .key(.useNotAllowed) }
    guard kind == algorithm.kind, signatureAlgorithm?.isSame(as: algorithm) ?? (self.algorithm == nil) else {
      throw .key(.algorithmMismatch)
    }
    guard fits(algorithm) else { throw .key(.weak) }
  }

  private func fits(_ algorithm: SignatureAlgorithm) -> Bool {
    guard kind == algorithm.kind else { return false }
    if let own = self.algorithm {
      guard SignatureAlgorithm(rawValue: own)?.isSame(as: algorithm) ?? false else { return false }
    }
    return kind != .secret || bitCount >= algorithm.digest.rawValue * 8
  }

  /// Signs a message.
  func signature(for message: [UInt8], _ algorithm: SignatureAlgorithm) throws(AuthError) -> [UInt8] {
    guard isPrivate else { throw .key(.privateKeyNeeded) }
    do {
      switch material {
      case .secret(let key): return key.code(for: message[...], algorithm.digest)
      case .rsa(let key):
        return try key.signature(for: message[...], algorithm.digest, isPSS: algorithm.isPSS)
      case .p256(_, let key?):
        return Array(try key.signature(for: SHA256.hash(data: message)).rawRepresentation)
      case .p384(_, let key?):
        return Array(try key.signature(for: SHA384.hash(data: message)).rawRepresentation)
      case .p521(_, let key?):
        return Array(try key.signature(for: SHA512.hash(data: message)).rawRepresentation)
      case .ed25519(_, let key?): return Array(try key.signature(for: message))
      case .p256, .p384, .p521, .ed25519, .x25519: throw AuthError.key(.privateKeyNeeded)
      }
    } catch let error as AuthError {
      throw error
    } catch {
      throw .cryptography(.backend(code: 0))
    }
  }
}

extension SignatureAlgorithm {
  /// Whether RSA pads as RSASSA-PSS does.
  var isPSS: Bool { self == .ps256 || self == .ps384 || self == .ps512 }
}

extension SymmetricKey {
  fileprivate func code(for message: ArraySlice<UInt8>, _ digest: DigestSize) -> [UInt8] {
    switch digest {
    case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: self))
    case .sha384: Array(HMAC<SHA384>.authenticationCode(for: message, using: self))
    case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: self))
    }
  }
}

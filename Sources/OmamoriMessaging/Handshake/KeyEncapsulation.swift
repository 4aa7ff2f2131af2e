import OmamoriCore
import OmamoriCrypto

/// A key encapsulation mechanism of FIPS 203 with its sizes.
enum KeyEncapsulation: UInt8, Sendable, Hashable {
  case mlkem768 = 2
  case mlkem1024 = 3

  /// The size of the seed of a private key in bytes.
  static let seedByteCount = 64

  /// Whether the system has the mechanisms.
  static var isSupported: Bool {
    if #available(iOS 26, macOS 26, visionOS 26, *) { true } else { false }
  }

  /// The size of a public key in bytes.
  var publicKeyByteCount: Int { self == .mlkem768 ? 1184 : 1568 }
  /// The size of an encapsulated key in bytes.
  var encapsulatedByteCount: Int { self == .mlkem768 ? 1088 : 1568 }

  /// The public key that belongs to a seed.
  func publicKey(ofSeed seed: SharedSecretBytes) throws(MessagingError) -> [UInt8] {
    guard #available(iOS 26, macOS 26, visionOS 26, *) else { throw .message(.unsupported) }
    do {
      return switch self {
      case .mlkem768: Array(try MLKEM768.PrivateKey.reading(seed).publicKey.rawRepresentation)
      case .mlkem1024: Array(try MLKEM1024.PrivateKey.reading(seed).publicKey.rawRepresentation)
      }
    } catch {
      throw MessagingError(cryptographic: error)
    }
  }

  /// Whether a public key has the right length and coefficients (FIPS 203, section 7.2).
  func isPublicKey(_ key: [UInt8]) -> Bool {
    guard key.count == publicKeyByteCount else { return false }
    // Where the mechanism is missing, no key of it is used.
    guard #available(iOS 26, macOS 26, visionOS 26, *) else { return true }
    return switch self {
    case .mlkem768: (try? MLKEM768.PublicKey(rawRepresentation: key)) != nil
    case .mlkem1024: (try? MLKEM1024.PublicKey(rawRepresentation: key)) != nil
    }
  }

  /// A random secret of 32 bytes for the owner of a public key, and its encapsulated form.
  func encapsulate(to key: [UInt8]) throws(MessagingError) -> (secret: SymmetricKey, encapsulated: [UInt8]) {
    guard #available(iOS 26, macOS 26, visionOS 26, *) else { throw .message(.unsupported) }
    do {
      let result =
        switch self {
        case .mlkem768: try MLKEM768.PublicKey(rawRepresentation: key).encapsulate()
        case .mlkem1024: try MLKEM1024.PublicKey(rawRepresentation: key).encapsulate()
        }
      return (result.sharedSecret, Array(result.encapsulated))
    } catch {
      throw MessagingError(cryptographic: error)
    }
  }

  /// The secret of an encapsulated key, a wrong one when it was changed, and the public key that belongs to the seed.
  func decapsulate(
    _ encapsulated: [UInt8],
    seed: SharedSecretBytes
  ) throws(MessagingError) -> (secret: SymmetricKey, publicKey: [UInt8]) {
    guard #available(iOS 26, macOS 26, visionOS 26, *) else { throw .message(.unsupported) }
    do {
      switch self {
      case .mlkem768:
        let key = try MLKEM768.PrivateKey.reading(seed)
        return (try key.decapsulate(encapsulated), Array(key.publicKey.rawRepresentation))
      case .mlkem1024:
        let key = try MLKEM1024.PrivateKey.reading(seed)
        return (try key.decapsulate(encapsulated), Array(key.publicKey.rawRepresentation))
      }
    } catch {
      throw MessagingError(cryptographic: error)
    }
  }
}

@available(iOS 26, macOS 26, visionOS 26, *)
extension MLKEM768.PrivateKey {
  /// The key of a seed of 64 bytes.
  fileprivate static func reading(_ seed: SharedSecretBytes) throws -> Self {
    // because the buffer is only read during the call
    try seed.withBytes {
      try unsafe $0.withUnsafeBytes { try unsafe Self(seedRepresentation: $0, publicKey: nil) }
    }
  }
}

@available(iOS 26, macOS 26, visionOS 26, *)
extension MLKEM1024.PrivateKey {
  /// The key of a seed of 64 bytes.
  fileprivate static func reading(_ seed: SharedSecretBytes) throws -> Self {
    // because the buffer is only read during the call
    try seed.withBytes {
      try unsafe $0.withUnsafeBytes { try unsafe Self(seedRepresentation: $0, publicKey: nil) }
    }
  }
}

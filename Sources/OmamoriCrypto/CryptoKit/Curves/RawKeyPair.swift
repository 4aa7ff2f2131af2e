#if !canImport(Darwin)
import OmamoriCore

/// A private key of 32 bytes with what is derived from it; immutable, wiped with its last owner.
struct RawKeyPair: Sendable {
  let handle: PublicKeyHandle
  let secret: SharedSecretBytes
  let publicKey: RawPublicKey

  init(_ algorithm: PublicKeyHandle.RawAlgorithm, secret: consuming SecretBytes) throws(CryptoError) {
    handle = try PublicKeyHandle(algorithm, privateKey: secret.bytes)
    publicKey = try RawPublicKey(algorithm, encoded: handle.rawPublicKey())
    self.secret = SharedSecretBytes(secret)
  }

  /// A key pair of X25519 whose public key, 32 bytes, is known.
  init(x25519 secret: consuming SecretBytes, publicKey: [UInt8]) throws(CryptoError) {
    // because UInt8 has no padding
    handle = try PublicKeyHandle(x25519: secret.bytes, publicKey: unsafe publicKey.byteSpan.bytes)
    self.publicKey = try RawPublicKey(.x25519, encoded: publicKey)
    self.secret = SharedSecretBytes(secret)
  }

  /// A random key pair; ends the process when the system gives no random bytes, as nothing weaker may take
  /// their place.
  static func random(_ algorithm: PublicKeyHandle.RawAlgorithm) -> RawKeyPair {
    do {
      return try RawKeyPair(algorithm, secret: SecretBytes(randomCount: PublicKeyHandle.rawKeySize))
    } catch {
      // because CryptoKit's initialiser cannot throw, and input cannot cause this
      preconditionFailure("the system gives no random bytes or no memory for a key")
    }
  }

  /// Reads the 32 bytes of a private key.
  static func reading(
    _ algorithm: PublicKeyHandle.RawAlgorithm,
    _ bytes: some ContiguousBytes
  ) throws -> RawKeyPair {
    // because the copy is made before the closure returns
    let secret = try unsafe bytes.withUnsafeBytes { buffer in
      guard buffer.count == PublicKeyHandle.rawKeySize else { throw CryptoKitError.incorrectKeySize }
      return unsafe SharedSecretBytes(SecretBytes(copying: buffer.bytes))
    }
    return try CryptoKitError.translating { () throws(CryptoError) in
      try RawKeyPair(algorithm, secret: secret.copy())
    }
  }
}

/// A public key of 32 bytes.
struct RawPublicKey: Sendable {
  let handle: PublicKeyHandle
  let encoded: [UInt8]

  init(_ algorithm: PublicKeyHandle.RawAlgorithm, encoded: [UInt8]) throws(CryptoError) {
    // because UInt8 has no padding
    handle = try PublicKeyHandle(algorithm, publicKey: unsafe encoded.byteSpan.bytes)
    self.encoded = encoded
  }

  /// Reads the 32 bytes of a public key.
  static func reading(
    _ algorithm: PublicKeyHandle.RawAlgorithm,
    _ bytes: some ContiguousBytes
  ) throws -> RawPublicKey {
    let encoded = unsafe bytes.withUnsafeBytes { unsafe Array($0) }  // because the copy outlives the closure
    guard encoded.count == PublicKeyHandle.rawKeySize else { throw CryptoKitError.incorrectKeySize }
    return try CryptoKitError.translating { () throws(CryptoError) in
      try RawPublicKey(algorithm, encoded: encoded)
    }
  }
}
#endif

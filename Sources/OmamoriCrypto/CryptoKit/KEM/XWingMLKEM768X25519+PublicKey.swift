#if !canImport(Darwin)
public import OmamoriCore

extension XWingMLKEM768X25519 {
  /// A public key, 1216 bytes.
  ///
  /// A value; safe to share between threads.
  public struct PublicKey: KEMPublicKey {
    private let lattice: LatticePublicKey
    private let curve: Curve25519.KeyAgreement.PublicKey

    init(lattice: LatticePublicKey, curve: Curve25519.KeyAgreement.PublicKey) {
      self.lattice = lattice
      self.curve = curve
    }

    /// Reads a public key.
    ///
    /// - Parameter rawRepresentation: 1216 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` for another length, or ``CryptoKitError/invalidParameter`` when a
    ///   coefficient is too large (FIPS 203, section 7.2).
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      let bytes = rawRepresentation.byteArray
      guard bytes.count == XWing.publicKeyByteCount else { throw CryptoKitError.incorrectKeySize }
      let count = XWing.lattice.publicKeyByteCount
      // because UInt8 has no padding
      lattice = try unsafe LatticePublicKey(XWing.lattice, bytes.byteSpan.bytes.extracting(0..<count))
      curve = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: Array(bytes[count...]))
    }

    /// The 1216 bytes of the key.
    public var rawRepresentation: Data { Data(lattice.bytes) + curve.rawRepresentation }

    /// Makes a random shared secret of 32 bytes and encapsulates it in 1120 bytes.
    ///
    /// - Returns: The secret and its encapsulated form.
    /// - Throws: ``CryptoError/randomnessUnavailable(code:)``, or ``CryptoKitError`` when the part for X25519 is a point
    ///   that gives everybody the same secret.
    public func encapsulate() throws -> KEM.EncapsulationResult {
      let randomness = try SecretBytes.random(XWing.randomnessByteCount)
      return try encapsulate(randomness: randomness)
    }

    /// The shared secret and its encapsulated form that 64 random bytes give.
    func encapsulate(randomness: borrowing SecretBytes) throws -> KEM.EncapsulationResult {
      let message = SecretBytes(copying: randomness.bytes.extracting(0..<32))
      let scalar = SymmetricKey(SecretBytes(copying: randomness.bytes.extracting(32..<64)))
      let ephemeral = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar)
      let result = try lattice.encapsulate(message: message)
      let encapsulated = ephemeral.publicKey.rawRepresentation
      let secret = try XWing.combine(
        lattice: result.sharedSecret,
        curve: ephemeral.sharedSecretFromKeyAgreement(with: curve),
        encapsulated: encapsulated,
        publicKey: curve.rawRepresentation
      )
      return KEM.EncapsulationResult(
        sharedSecret: secret, encapsulated: result.encapsulated + encapsulated)
    }
  }
}
#endif

#if !canImport(Darwin)
public import OmamoriCore

extension MLKEM768 {
  /// A public key, 1184 bytes.
  ///
  /// A value; safe to share between threads.
  public struct PublicKey: KEMPublicKey {
    let key: LatticePublicKey

    /// Reads a public key.
    ///
    /// - Parameter rawRepresentation: 1184 bytes.
    /// - Throws: ``CryptoKitError/incorrectKeySize`` for another length, or ``CryptoKitError/invalidParameter`` when a
    ///   coefficient is too large (FIPS 203, section 7.2).
    public init<D: DataProtocol>(rawRepresentation: D) throws {
      key = try rawRepresentation.withRawSpan { bytes throws(CryptoKitError) in
        try LatticePublicKey(.mlkem768, bytes)
      }
    }

    init(key: LatticePublicKey) { self.key = key }

    /// The 1184 bytes of the key.
    public var rawRepresentation: Data { Data(key.bytes) }

    /// Makes a random shared secret of 32 bytes and encapsulates it in 1088 bytes.
    ///
    /// - Returns: The secret and its encapsulated form.
    /// - Throws: ``CryptoError/randomnessUnavailable(code:)``.
    public func encapsulate() throws -> KEM.EncapsulationResult { try key.encapsulate() }
  }
}
#endif

#if !canImport(Darwin)
import OmamoriCore

extension HPKE {
  /// The mechanisms with Diffie-Hellman (RFC 9180, section 4.1).
  ///
  /// Has no state; safe to use from any thread.
  public enum DHKEM: Sendable {
    /// A new shared secret for a recipient and its encapsulated form; `ephemeral` must be a new random key.
    static func encapsulate<PublicKey: HPKEDiffieHellmanPublicKey>(
      to recipient: PublicKey,
      with ephemeral: PublicKey.EphemeralPrivateKey,
      _ kem: HPKE.KEM
    ) throws -> OmamoriCrypto.KEM.EncapsulationResult {
      let encapsulated = try ephemeral.publicKey.hpkeRepresentation(kem: kem)
      let context = try encapsulated + recipient.hpkeRepresentation(kem: kem)
      let shared = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
      let secret = sharedSecret(kem, concatenating: [shared], context: context)
      return OmamoriCrypto.KEM.EncapsulationResult(sharedSecret: secret, encapsulated: encapsulated)
    }

    /// As ``encapsulate(to:with:_:)``, but the recipient learns that the owner of `sender` made the secret.
    static func encapsulate<PrivateKey: HPKEDiffieHellmanPrivateKey>(
      to recipient: PrivateKey.PublicKey,
      from sender: PrivateKey,
      with ephemeral: PrivateKey.PublicKey.EphemeralPrivateKey,
      _ kem: HPKE.KEM
    ) throws -> OmamoriCrypto.KEM.EncapsulationResult {
      let encapsulated = try ephemeral.publicKey.hpkeRepresentation(kem: kem)
      let context =
        try encapsulated + recipient.hpkeRepresentation(kem: kem)
        + sender.publicKey.hpkeRepresentation(kem: kem)
      let shared = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
      let authenticated = try sender.sharedSecretFromKeyAgreement(with: recipient)
      let secret = sharedSecret(kem, concatenating: [shared, authenticated], context: context)
      return OmamoriCrypto.KEM.EncapsulationResult(sharedSecret: secret, encapsulated: encapsulated)
    }

    /// The shared secret of an encapsulated key; with a `sender` it is a wrong one unless that made it.
    static func decapsulate<PrivateKey: HPKEDiffieHellmanPrivateKey>(
      _ encapsulated: Data,
      with recipient: PrivateKey,
      from sender: PrivateKey.PublicKey?,
      _ kem: HPKE.KEM
    ) throws -> SymmetricKey {
      var context = try encapsulated + recipient.publicKey.hpkeRepresentation(kem: kem)
      let ephemeral = try PrivateKey.PublicKey(encapsulated, kem: kem)
      var shared = [try recipient.sharedSecretFromKeyAgreement(with: ephemeral)]
      if let sender {
        context += try sender.hpkeRepresentation(kem: kem)
        shared.append(try recipient.sharedSecretFromKeyAgreement(with: sender))
      }
      return sharedSecret(kem, concatenating: shared, context: context)
    }

    /// The step that the RFC calls ExtractAndExpand.
    private static func sharedSecret(
      _ kem: HPKE.KEM,
      concatenating secrets: [SharedSecret],
      context: Data
    ) -> SymmetricKey {
      let derivation = HPKELabeledDerivation(kem.kdf, suite: "KEM", [kem.identifier])
      let material = SecretBytes(concatenating: secrets)
      let key = derivation.extract(material.bytes, label: "eae_prk")
      return SymmetricKey(
        derivation.expand(key.bytes, label: "shared_secret", info: Array(context), count: kem.secretByteCount)
      )
    }
  }
}

extension SecretBytes {
  /// The bytes of all secrets, one after the other.
  fileprivate init(concatenating secrets: [SharedSecret]) {
    self.init(count: secrets.reduce(0) { $0 + $1.withKeySpan { $0.byteCount } }) { output in
      var offset = 0
      for secret in secrets {
        secret.withKeySpan { bytes in
          for index in 0..<bytes.byteCount {
            output.storeBytes(of: bytes.byte(at: index), toByteOffset: offset + index, as: UInt8.self)
          }
          offset += bytes.byteCount
        }
      }
    }
  }
}
#endif

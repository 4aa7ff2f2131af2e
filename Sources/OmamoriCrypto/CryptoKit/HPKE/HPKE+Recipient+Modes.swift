#if !canImport(Darwin)
public import OmamoriCore

extension HPKE.Recipient {
  /// Makes a recipient of messages that anybody can have sent (the base mode).
  ///
  /// - Parameters:
  ///   - privateKey: The recipient's private key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for, as the sender said it.
  ///   - encapsulatedKey: The sender's ``HPKE/Sender/encapsulatedKey``.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey``, or ``CryptoKitError`` for an encapsulated key that is none.
  public init<SK: HPKEDiffieHellmanPrivateKey>(
    privateKey: SK,
    ciphersuite: HPKE.Ciphersuite,
    info: Data,
    encapsulatedKey: Data
  ) throws {
    let secret = try HPKE.DHKEM.decapsulate(encapsulatedKey, with: privateKey, from: nil, ciphersuite.kem)
    self.init(ciphersuite, .base, secret, info: info)
  }

  /// Makes a recipient of messages that anybody can have sent, with a mechanism that is not Diffie-Hellman.
  ///
  /// - Parameters:
  ///   - privateKey: The recipient's private key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for, as the sender said it.
  ///   - encapsulatedKey: The sender's ``HPKE/Sender/encapsulatedKey``.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey``, or ``CryptoKitError`` for an encapsulated key that is none.
  public init<SK: HPKEKEMPrivateKey>(
    privateKey: SK,
    ciphersuite: HPKE.Ciphersuite,
    info: Data,
    encapsulatedKey: Data
  ) throws {
    _ = try privateKey.publicKey.hpkeRepresentation(kem: ciphersuite.kem)
    self.init(ciphersuite, .base, try privateKey.decapsulate(encapsulatedKey), info: info)
  }

  /// Makes a recipient of messages from somebody who knows a preshared key.
  ///
  /// - Parameters:
  ///   - privateKey: The recipient's private key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for, as the sender said it.
  ///   - encapsulatedKey: The sender's ``HPKE/Sender/encapsulatedKey``.
  ///   - psk: The preshared key, at least 32 random bytes.
  ///   - pskID: The name of the preshared key, not empty.
  /// - Throws: ``HPKE/Errors``, or ``CryptoKitError`` for an encapsulated key that is none.
  public init<SK: HPKEDiffieHellmanPrivateKey>(
    privateKey: SK,
    ciphersuite: HPKE.Ciphersuite,
    info: Data,
    encapsulatedKey: Data,
    presharedKey psk: SymmetricKey,
    presharedKeyIdentifier pskID: Data
  ) throws {
    let preshared = try HPKEPresharedKey(psk, identifier: pskID)
    let secret = try HPKE.DHKEM.decapsulate(encapsulatedKey, with: privateKey, from: nil, ciphersuite.kem)
    self.init(ciphersuite, .presharedKey, secret, info: info, presharedKey: preshared)
  }

  /// Makes a recipient of messages from the owner of a public key.
  ///
  /// Whoever has the recipient's private key can make such messages too, to the recipient only.
  ///
  /// - Parameters:
  ///   - privateKey: The recipient's private key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for, as the sender said it.
  ///   - encapsulatedKey: The sender's ``HPKE/Sender/encapsulatedKey``.
  ///   - authenticationKey: The sender's public key.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey``, or ``CryptoKitError`` for an encapsulated key that is none.
  public init<SK: HPKEDiffieHellmanPrivateKey>(
    privateKey: SK,
    ciphersuite: HPKE.Ciphersuite,
    info: Data,
    encapsulatedKey: Data,
    authenticatedBy authenticationKey: SK.PublicKey
  ) throws {
    let secret = try HPKE.DHKEM.decapsulate(
      encapsulatedKey, with: privateKey, from: authenticationKey, ciphersuite.kem)
    self.init(ciphersuite, .authenticated, secret, info: info)
  }

  /// Makes a recipient of messages from the owner of a public key who knows a preshared key.
  ///
  /// - Parameters:
  ///   - privateKey: The recipient's private key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for, as the sender said it.
  ///   - encapsulatedKey: The sender's ``HPKE/Sender/encapsulatedKey``.
  ///   - authenticationKey: The sender's public key.
  ///   - psk: The preshared key, at least 32 random bytes.
  ///   - pskID: The name of the preshared key, not empty.
  /// - Throws: ``HPKE/Errors``, or ``CryptoKitError`` for an encapsulated key that is none.
  public init<SK: HPKEDiffieHellmanPrivateKey>(
    privateKey: SK,
    ciphersuite: HPKE.Ciphersuite,
    info: Data,
    encapsulatedKey: Data,
    authenticatedBy authenticationKey: SK.PublicKey,
    presharedKey psk: SymmetricKey,
    presharedKeyIdentifier pskID: Data
  ) throws {
    let preshared = try HPKEPresharedKey(psk, identifier: pskID)
    let secret = try HPKE.DHKEM.decapsulate(
      encapsulatedKey, with: privateKey, from: authenticationKey, ciphersuite.kem)
    self.init(ciphersuite, .authenticatedPresharedKey, secret, info: info, presharedKey: preshared)
  }
}
#endif

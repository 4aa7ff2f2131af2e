public import OmamoriCore

extension HPKE.Sender {
  /// Makes a sender that anybody can be (the base mode).
  ///
  /// - Parameters:
  ///   - recipientKey: The recipient's public key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for; the recipient must present the same.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey``, or ``CryptoKitError`` for a key that is of no use.
  public init<PK: HPKEDiffieHellmanPublicKey>(
    recipientKey: PK,
    ciphersuite: HPKE.Ciphersuite,
    info: Data
  ) throws {
    let result = try HPKE.DHKEM.encapsulate(
      to: recipientKey, with: PK.EphemeralPrivateKey(), ciphersuite.kem)
    self.init(ciphersuite, .base, result, info: info)
  }

  /// Makes a sender that anybody can be (the base mode), with a mechanism that is not Diffie-Hellman.
  ///
  /// - Parameters:
  ///   - recipientKey: The recipient's public key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for; the recipient must present the same.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey``, or ``CryptoKitError`` for a key that is of no use.
  public init<PK: HPKEKEMPublicKey>(recipientKey: PK, ciphersuite: HPKE.Ciphersuite, info: Data) throws {
    _ = try recipientKey.hpkeRepresentation(kem: ciphersuite.kem)
    self.init(ciphersuite, .base, try recipientKey.encapsulate(), info: info)
  }

  /// Makes a sender that knows a preshared key.
  ///
  /// - Parameters:
  ///   - recipientKey: The recipient's public key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for; the recipient must present the same.
  ///   - psk: The preshared key, at least 32 random bytes.
  ///   - pskID: The name of the preshared key, not empty.
  /// - Throws: ``HPKE/Errors``, or ``CryptoKitError`` for a key that is of no use.
  public init<PK: HPKEDiffieHellmanPublicKey>(
    recipientKey: PK,
    ciphersuite: HPKE.Ciphersuite,
    info: Data,
    presharedKey psk: SymmetricKey,
    presharedKeyIdentifier pskID: Data
  ) throws {
    let preshared = try HPKEPresharedKey(psk, identifier: pskID)
    let result = try HPKE.DHKEM.encapsulate(
      to: recipientKey, with: PK.EphemeralPrivateKey(), ciphersuite.kem)
    self.init(ciphersuite, .presharedKey, result, info: info, presharedKey: preshared)
  }

  /// Makes a sender that the recipient knows by its public key.
  ///
  /// - Parameters:
  ///   - recipientKey: The recipient's public key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for; the recipient must present the same.
  ///   - authenticationKey: The sender's private key.
  /// - Throws: ``HPKE/Errors/inconsistentCiphersuiteAndKey``, or ``CryptoKitError`` for a key that is of no use.
  public init<SK: HPKEDiffieHellmanPrivateKey>(
    recipientKey: SK.PublicKey,
    ciphersuite: HPKE.Ciphersuite,
    info: Data,
    authenticatedBy authenticationKey: SK
  ) throws {
    let ephemeral = SK.PublicKey.EphemeralPrivateKey()
    let result = try HPKE.DHKEM.encapsulate(
      to: recipientKey, from: authenticationKey, with: ephemeral, ciphersuite.kem)
    self.init(ciphersuite, .authenticated, result, info: info)
  }

  /// Makes a sender that the recipient knows by its public key and that knows a preshared key.
  ///
  /// - Parameters:
  ///   - recipientKey: The recipient's public key, one of the suite's mechanism.
  ///   - ciphersuite: The algorithms.
  ///   - info: What the messages are for; the recipient must present the same.
  ///   - authenticationKey: The sender's private key.
  ///   - psk: The preshared key, at least 32 random bytes.
  ///   - pskID: The name of the preshared key, not empty.
  /// - Throws: ``HPKE/Errors``, or ``CryptoKitError`` for a key that is of no use.
  public init<SK: HPKEDiffieHellmanPrivateKey>(
    recipientKey: SK.PublicKey,
    ciphersuite: HPKE.Ciphersuite,
    info: Data,
    authenticatedBy authenticationKey: SK,
    presharedKey psk: SymmetricKey,
    presharedKeyIdentifier pskID: Data
  ) throws {
    let preshared = try HPKEPresharedKey(psk, identifier: pskID)
    let ephemeral = SK.PublicKey.EphemeralPrivateKey()
    let result = try HPKE.DHKEM.encapsulate(
      to: recipientKey, from: authenticationKey, with: ephemeral, ciphersuite.kem)
    self.init(ciphersuite, .authenticatedPresharedKey, result, info: info, presharedKey: preshared)
  }
}

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

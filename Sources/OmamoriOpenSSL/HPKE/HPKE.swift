public import OmamoriCore

/// Hybrid public key encryption (RFC 9180), with the interface of CryptoKit's type of the same name.
///
/// A sender encrypts a series of messages to the owner of a private key; see ``Sender`` and ``Recipient``. In the base
/// mode and with a preshared key anybody who has the public key (and the preshared key) can be the sender; in the modes
/// with authentication the recipient knows who it is. Has no state; safe to use from any thread.
public enum HPKE: Sendable {}

extension HPKE {
  /// The ciphers that messages are encrypted and authenticated with.
  public enum AEAD: CaseIterable, Hashable, Sendable {
    /// AES-GCM with a key of 128 bits.
    case AES_GCM_128
    /// AES-GCM with a key of 256 bits.
    case AES_GCM_256
    /// ChaCha20-Poly1305.
    case chaChaPoly
    /// No cipher: secrets can be exported, but no messages sealed.
    case exportOnly

    /// The number in the registry of RFC 9180, section 7.3.
    package var identifier: UInt16 {
      switch self {
      case .AES_GCM_128: 0x0001
      case .AES_GCM_256: 0x0002
      case .chaChaPoly: 0x0003
      case .exportOnly: 0xFFFF
      }
    }

    /// The cipher, or `nil` when there is none.
    package var algorithm: AEADAlgorithm? {
      switch self {
      case .AES_GCM_128: .aes128GCM
      case .AES_GCM_256: .aes256GCM
      case .chaChaPoly: .chaCha20Poly1305
      case .exportOnly: nil
      }
    }
  }
}

extension HPKE {
  /// The algorithms that a sender and its recipient use; both have to name the same.
  public struct Ciphersuite: Sendable {
    /// P-256, SHA-256 and AES-GCM with 256 bits.
    public static let P256_SHA256_AES_GCM_256 = Ciphersuite(
      kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    /// P-384, SHA-384 and AES-GCM with 256 bits.
    public static let P384_SHA384_AES_GCM_256 = Ciphersuite(
      kem: .P384_HKDF_SHA384, kdf: .HKDF_SHA384, aead: .AES_GCM_256)
    /// P-521, SHA-512 and AES-GCM with 256 bits.
    public static let P521_SHA512_AES_GCM_256 = Ciphersuite(
      kem: .P521_HKDF_SHA512, kdf: .HKDF_SHA512, aead: .AES_GCM_256)
    /// X25519, SHA-256 and ChaCha20-Poly1305.
    public static let Curve25519_SHA256_ChachaPoly = Ciphersuite(
      kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)
    /// X-Wing (ML-KEM-768 and X25519), SHA-256 and AES-GCM with 256 bits.
    public static let XWingMLKEM768X25519_SHA256_AES_GCM_256 = Ciphersuite(
      kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

    /// The mechanism that shares a secret.
    public let kem: HPKE.KEM
    /// The function that derives keys.
    public let kdf: HPKE.KDF
    /// The cipher.
    public let aead: HPKE.AEAD

    /// Makes a suite of its algorithms.
    ///
    /// - Parameters:
    ///   - kem: The mechanism that shares a secret.
    ///   - kdf: The function that derives keys.
    ///   - aead: The cipher.
    public init(kem: HPKE.KEM, kdf: HPKE.KDF, aead: HPKE.AEAD) {
      self.kem = kem
      self.kdf = kdf
      self.aead = aead
    }

    /// The key derivation of this suite.
    var derivation: HPKELabeledDerivation {
      HPKELabeledDerivation(kdf, suite: "HPKE", [kem.identifier, kdf.identifier, aead.identifier])
    }
  }
}

extension HPKE {
  /// What is wrong with the use of HPKE; the cases of CryptoKit's type of the same name.
  public enum Errors: Error, Sendable, Equatable {
    /// The parameters do not fit together.
    case inconsistentParameters
    /// The key is not one of the suite's mechanism.
    case inconsistentCiphersuiteAndKey
    /// The suite has no cipher, so that nothing can be sealed or opened.
    case exportOnlyMode
    /// Only one of the preshared key and its identifier is there.
    case inconsistentPSKInputs
    /// The preshared key and its identifier are empty.
    case expectedPSK
    /// There is a preshared key in a mode without one.
    case unexpectedPSK
    /// All numbers for messages have been used.
    case outOfRangeSequenceNumber
    /// The ciphertext is shorter than a tag.
    case ciphertextTooShort
  }
}

extension HPKE {
  /// The functions that derive keys.
  public enum KDF: CaseIterable, Hashable, Sendable {
    /// HKDF with SHA-256.
    case HKDF_SHA256
    /// HKDF with SHA-384.
    case HKDF_SHA384
    /// HKDF with SHA-512.
    case HKDF_SHA512

    /// The number in the registry of RFC 9180, section 7.2.
    package var identifier: UInt16 {
      switch self {
      case .HKDF_SHA256: 0x0001
      case .HKDF_SHA384: 0x0002
      case .HKDF_SHA512: 0x0003
      }
    }

    /// The hash function.
    package var algorithm: DigestAlgorithm {
      switch self {
      case .HKDF_SHA256: .sha256
      case .HKDF_SHA384: .sha384
      case .HKDF_SHA512: .sha512
      }
    }
  }
}

extension HPKE {
  /// The mechanisms that share a secret with the owner of a private key.
  public enum KEM: CaseIterable, Hashable, Sendable {
    /// Diffie-Hellman on P-256 with HKDF-SHA256.
    case P256_HKDF_SHA256
    /// Diffie-Hellman on P-384 with HKDF-SHA384.
    case P384_HKDF_SHA384
    /// Diffie-Hellman on P-521 with HKDF-SHA512.
    case P521_HKDF_SHA512
    /// X25519 with HKDF-SHA256.
    case Curve25519_HKDF_SHA256
    /// X-Wing: ML-KEM-768 and X25519 together, which holds against quantum computers too.
    case XWingMLKEM768X25519

    /// The number in the registry of RFC 9180, section 7.1.
    package var identifier: UInt16 {
      switch self {
      case .P256_HKDF_SHA256: 0x0010
      case .P384_HKDF_SHA384: 0x0011
      case .P521_HKDF_SHA512: 0x0012
      case .Curve25519_HKDF_SHA256: 0x0020
      case .XWingMLKEM768X25519: 0x647A
      }
    }

    /// The function that a mechanism with Diffie-Hellman derives its secret with.
    package var kdf: KDF {
      switch self {
      case .P256_HKDF_SHA256, .Curve25519_HKDF_SHA256, .XWingMLKEM768X25519: .HKDF_SHA256
      case .P384_HKDF_SHA384: .HKDF_SHA384
      case .P521_HKDF_SHA512: .HKDF_SHA512
      }
    }

    /// The size of the shared secret in bytes.
    var secretByteCount: Int { kdf.algorithm.byteCount }
  }
}

extension HPKE {
  /// The side that decrypts messages, in the order in which they were sealed.
  ///
  /// A message that does not open leaves the recipient as it was.
  public struct Recipient: Sendable {
    private let context: HPKEContext
    /// The number of the next message.
    private var next: UInt64

    package init(
      _ suite: Ciphersuite,
      _ mode: HPKEMode,
      _ sharedSecret: SymmetricKey,
      info: Data,
      presharedKey: HPKEPresharedKey? = nil,
      firstNumber: UInt64 = 0
    ) {
      context = HPKEContext(suite, mode, sharedSecret: sharedSecret, info: info, presharedKey: presharedKey)
      next = firstNumber
    }

    /// Decrypts the next message after making sure that it and the other data are what was sealed.
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext and the tag.
    ///   - aad: The data that were authenticated with it.
    /// - Returns: The message.
    /// - Throws: ``CryptoKitError/authenticationFailure``, or ``HPKE/Errors``.
    public mutating func open<C: DataProtocol, AD: DataProtocol>(_ ciphertext: C, authenticating aad: AD)
      throws
      -> Data
    {
      let message = try ciphertext.withRawSpan { ciphertext in
        try aad.withRawSpan { try context.open(ciphertext, authenticating: $0, number: next) }
      }
      next += 1
      return message
    }

    /// Decrypts the next message after making sure that it is what was sealed.
    ///
    /// - Parameter ciphertext: The ciphertext and the tag.
    /// - Returns: The message.
    /// - Throws: ``CryptoKitError/authenticationFailure``, or ``HPKE/Errors``.
    public mutating func open<C: DataProtocol>(_ ciphertext: C) throws -> Data {
      try open(ciphertext, authenticating: Data())
    }

    /// Derives a secret that only the sender can derive too.
    ///
    /// - Parameters:
    ///   - context: What the secret is for.
    ///   - outputByteCount: The length in bytes, from 1 to 255 times the size of the suite's hash value.
    /// - Returns: The secret.
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another length.
    public func exportSecret<Context: DataProtocol>(context: Context, outputByteCount: Int) throws
      -> SymmetricKey
    {
      try context.withRawSpan { try self.context.export($0, count: outputByteCount) }
    }
  }
}

extension HPKE {
  /// The side that encrypts messages.
  ///
  /// Send ``encapsulatedKey`` once, then the messages in the order in which they were sealed. Copies of a sender share
  /// the count of messages, so that no two messages get the same nonce.
  public struct Sender: Sendable {
    /// What the recipient needs to find the shared secret; not secret itself.
    public let encapsulatedKey: Data

    private let context: HPKEContext
    /// The number of the next message.
    private let next: Protected<UInt64>

    package init(
      _ suite: Ciphersuite,
      _ mode: HPKEMode,
      _ result: OmamoriOpenSSL.KEM.EncapsulationResult,
      info: Data,
      presharedKey: HPKEPresharedKey? = nil,
      firstNumber: UInt64 = 0
    ) {
      encapsulatedKey = result.encapsulated
      context = HPKEContext(
        suite, mode, sharedSecret: result.sharedSecret, info: info, presharedKey: presharedKey)
      next = Protected(firstNumber)
    }

    /// Encrypts the next message and authenticates it together with other data.
    ///
    /// - Parameters:
    ///   - msg: The message, of at most 2^36 − 32 bytes.
    ///   - aad: What the recipient must present too; not encrypted and not part of the result.
    /// - Returns: The ciphertext and the tag, 16 bytes more than the message.
    /// - Throws: ``HPKE/Errors``, or ``CryptoKitError/incorrectParameterSize`` for a longer message.
    public mutating func seal<M: DataProtocol, AD: DataProtocol>(_ msg: M, authenticating aad: AD) throws
      -> Data
    {
      try next.withLock { number in
        let sealed = try msg.withRawSpan { message in
          try aad.withRawSpan { try context.seal(message, authenticating: $0, number: number) }
        }
        number += 1
        return sealed
      }
    }

    /// Encrypts the next message.
    ///
    /// - Parameter msg: The message, of at most 2^36 − 32 bytes.
    /// - Returns: The ciphertext and the tag, 16 bytes more than the message.
    /// - Throws: ``HPKE/Errors``, or ``CryptoKitError/incorrectParameterSize`` for a longer message.
    public mutating func seal<M: DataProtocol>(_ msg: M) throws -> Data {
      try seal(msg, authenticating: Data())
    }

    /// Derives a secret that only the recipient can derive too.
    ///
    /// - Parameters:
    ///   - context: What the secret is for.
    ///   - outputByteCount: The length in bytes, from 1 to 255 times the size of the suite's hash value.
    /// - Returns: The secret.
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another length.
    public func exportSecret<Context: DataProtocol>(context: Context, outputByteCount: Int) throws
      -> SymmetricKey
    {
      try context.withRawSpan { try self.context.export($0, count: outputByteCount) }
    }
  }
}

/// The modes of HPKE with their numbers (RFC 9180, section 5).
package enum HPKEMode: UInt8 {
  case base = 0
  case presharedKey = 1
  case authenticated = 2
  case authenticatedPresharedKey = 3
}

/// A secret that both sides had before, and its name.
package struct HPKEPresharedKey {
  package let key: SymmetricKey
  package let identifier: Data

  /// Checks that both are there.
  package init(_ key: SymmetricKey, identifier: Data) throws(HPKE.Errors) {
    guard (key.byteCount == 0) == identifier.isEmpty else { throw .inconsistentPSKInputs }
    guard !identifier.isEmpty else { throw .expectedPSK }
    self.key = key
    self.identifier = identifier
  }
}

import OmamoriCore

/// One part of an age header: the file key wrapped for one recipient.
struct AgeStanza: Sendable, Equatable {
  /// The kind and what it needs, each of visible ASCII characters; never empty.
  let arguments: [String]
  /// The wrapped key.
  let body: [UInt8]

  /// The kind, such as `X25519`.
  var type: String { arguments[0] }

  /// Appends the stanza as it stands in a header.
  func write(to text: inout [UInt8]) {
    text += "-> ".utf8
    text += arguments.joined(separator: " ").utf8
    text.append(UInt8(ascii: "\n"))
    var rest = Base64.standard.encoded(body.rawSpan, padded: false)[...]
    while rest.count >= Self.columns {
      text += rest.prefix(Self.columns)
      text.append(UInt8(ascii: "\n"))
      rest = rest.dropFirst(Self.columns)
    }
    text += rest
    text.append(UInt8(ascii: "\n"))
  }

  /// The characters in a full line of a body.
  static let columns = 64
}

/// The stanza that wraps a file key for an X25519 recipient: `-> X25519 share`.
enum X25519Stanza {
  /// The first argument.
  static let type = RecipientKind.x25519.rawValue

  private static let info = Array("age-encryption.org/v1/X25519".utf8)
  private static let keySize = 32

  /// Wraps a file key with an ephemeral key that is used for this stanza only.
  ///
  /// - Parameters:
  ///   - fileKey: The key of the file.
  ///   - recipient: The recipient's public key, 32 bytes.
  /// - Returns: The stanza.
  /// - Throws: `CryptoError.malformed(_:offset:)` for a recipient that is no point to agree on a secret with.
  static func wrap(_ fileKey: AgeFileKey, for recipient: [UInt8]) throws(CryptoError) -> AgeStanza {
    let ephemeral = Curve25519.KeyAgreement.PrivateKey()
    let share = Array(ephemeral.publicKey.rawRepresentation)
    guard let key = wrapKey(ephemeral, with: recipient, share: share, recipient: recipient) else {
      throw .malformed(.recipient, offset: nil)
    }
    let body = try AgeKeyWrap.wrap(fileKey, with: key)
    return AgeStanza(arguments: [type, Base64.standard.encode(share, padded: false)], body: body)
  }

  /// Unwraps a file key.
  ///
  /// - Parameters:
  ///   - stanza: A stanza of this type.
  ///   - privateKey: The private key of the identity.
  ///   - recipient: The identity's public key, 32 bytes.
  /// - Returns: The key of the file; `nil` when the stanza is for somebody else.
  /// - Throws: `CryptoError.malformed(_:offset:)` for another number of arguments, a share or a body of another size,
  ///   and a share of small order.
  static func unwrap(
    _ stanza: AgeStanza,
    with privateKey: Curve25519.KeyAgreement.PrivateKey,
    recipient: [UInt8]
  ) throws(CryptoError) -> AgeFileKey? {
    guard stanza.arguments.count == 2, let share = Base64.standard.decode(stanza.arguments[1], padded: false),
      share.count == keySize, stanza.body.count == AgeKeyWrap.size,
      let key = wrapKey(privateKey, with: share, share: share, recipient: recipient)
    else { throw .malformed(.ageFile, offset: nil) }
    return try AgeKeyWrap.unwrap(stanza.body, with: key)
  }

  /// The key that wraps the file key; `nil` when the agreement gives zeros.
  private static func wrapKey(
    _ privateKey: Curve25519.KeyAgreement.PrivateKey,
    with peer: [UInt8],
    share: [UInt8],
    recipient: [UInt8]
  ) -> SharedSecretBytes? {
    do {
      let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer)
      let secret = try privateKey.sharedSecretFromKeyAgreement(with: peer)
      // The libraries refuse zeros themselves, but do not all promise to.
      // because the buffer stays inside the closure
      let isZero = unsafe secret.withUnsafeBytes { unsafe ConstantTime.isZero($0.bytes) }
      guard !isZero else { return nil }
      return secret.hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: share + recipient, sharedInfo: info, outputByteCount: keySize
      ).secretBytes
    } catch {
      return nil
    }
  }
}

/// The stanza that wraps a file key for an X-Wing recipient: `-> mlkem768x25519 encapsulated`.
///
/// It is HPKE (RFC 9180) in base mode with ML-KEM-768 and X25519, HKDF-SHA-256 and ChaCha20-Poly1305.
@available(iOS 26, macOS 26, visionOS 26, *)
enum HybridStanza {
  /// The first argument.
  static let type = RecipientKind.mlkem768x25519.rawValue

  private static let info = Data("age-encryption.org/mlkem768x25519".utf8)
  private static let encapsulatedSize = 1120

  private static var suite: HPKE.Ciphersuite {
    HPKE.Ciphersuite(kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .chaChaPoly)
  }

  /// Wraps a file key.
  ///
  /// - Parameters:
  ///   - fileKey: The key of the file.
  ///   - recipient: The recipient's public key, 1216 bytes.
  /// - Returns: The stanza.
  /// - Throws: `CryptoError.malformed(_:offset:)` for a recipient that is no public key.
  static func wrap(_ fileKey: AgeFileKey, for recipient: [UInt8]) throws(CryptoError) -> AgeStanza {
    do {
      let key = try XWingMLKEM768X25519.PublicKey(rawRepresentation: recipient)
      var sender = try HPKE.Sender(recipientKey: key, ciphersuite: suite, info: info)
      let body = try fileKey.withBytes { bytes in
        // because the buffer stays inside the closure
        try unsafe bytes.withUnsafeBytes { try unsafe sender.seal($0, authenticating: Data()) }
      }
      let encapsulated = Base64.standard.encode(Array(sender.encapsulatedKey), padded: false)
      return AgeStanza(arguments: [type, encapsulated], body: Array(body))
    } catch {
      throw .malformed(.recipient, offset: nil)
    }
  }

  /// Unwraps a file key.
  ///
  /// - Parameters:
  ///   - stanza: A stanza of this type.
  ///   - privateKey: The private key of the identity.
  /// - Returns: The key of the file; `nil` when the stanza is for somebody else.
  /// - Throws: `CryptoError.malformed(_:offset:)` for another number of arguments, an encapsulated key or a body of
  ///   another size, and an X25519 share of small order.
  static func unwrap(
    _ stanza: AgeStanza,
    with privateKey: XWingMLKEM768X25519.PrivateKey
  ) throws(CryptoError) -> AgeFileKey? {
    guard stanza.arguments.count == 2,
      let encapsulated = Base64.standard.decode(stanza.arguments[1], padded: false),
      encapsulated.count == encapsulatedSize, stanza.body.count == AgeKeyWrap.size
    else { throw .malformed(.ageFile, offset: nil) }
    var opened: Data
    do {
      var recipient = try HPKE.Recipient(
        privateKey: privateKey, ciphersuite: suite, info: info, encapsulatedKey: Data(encapsulated))
      opened = try recipient.open(stanza.body, authenticating: Data())
    } catch CryptoKitError.authenticationFailure {
      return nil
    } catch {
      throw .malformed(.ageFile, offset: nil)
    }
    defer { opened.resetBytes(in: opened.startIndex..<opened.endIndex) }
    return try AgeFileKey(SecretBytes(copying: opened))
  }
}

/// The stanza that wraps a file key with a password: `-> scrypt salt factor`, always alone in its header.
enum ScryptStanza {
  /// The first argument.
  static let type = "scrypt"
  /// The work factor that files are written with, which takes 256 MiB and about a second.
  static let standardWorkFactor = 18
  /// The greatest work factor that is read unless the caller says otherwise; it takes 4 GiB.
  static let greatestWorkFactor = 22

  private static let label = Array("age-encryption.org/v1/scrypt".utf8)
  private static let saltSize = 16

  /// The cost of a work factor, which is the logarithm of scrypt's N.
  static func cost(_ workFactor: Int) -> PasswordCost {
    .scrypt(logarithm: workFactor, blockSize: 8, lanes: 1)
  }

  /// Wraps a file key with a password; slow.
  ///
  /// - Parameters:
  ///   - fileKey: The key of the file.
  ///   - password: The password, not empty.
  ///   - workFactor: The logarithm of scrypt's N, 1 to 22.
  /// - Returns: The stanza.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, `CryptoError.outOfMemory`.
  static func wrap(
    _ fileKey: AgeFileKey,
    with password: Password,
    workFactor: Int = standardWorkFactor
  ) throws(CryptoError) -> AgeStanza {
    guard !password.isEmpty, (1...greatestWorkFactor).contains(workFactor) else {
      throw .outOfRange(lower: 1, upper: greatestWorkFactor)
    }
    let salt: [UInt8]
    do throws(CoreError) {
      salt = try SystemRandomness().bytes(count: saltSize)
    } catch {
      throw CryptoError(error)
    }
    let key = try wrapKey(password, salt: salt, workFactor: workFactor)
    return AgeStanza(
      arguments: [type, Base64.standard.encode(salt, padded: false), String(workFactor)],
      body: try AgeKeyWrap.wrap(fileKey, with: key))
  }

  /// A stanza that is right, so that passwords can be tried on it.
  struct Parsed: Sendable {
    /// The salt, 16 bytes.
    let salt: [UInt8]
    /// The logarithm of scrypt's N, at least 1; nothing was allocated for it yet.
    let workFactor: Int
    /// The wrapped key.
    let body: [UInt8]

    /// Tries a password; slow.
    ///
    /// - Parameter password: The password.
    /// - Returns: The key of the file; `nil` when it is another password.
    /// - Throws: `CryptoError.outOfMemory`.
    func unwrap(with password: Password) throws(CryptoError) -> AgeFileKey? {
      try AgeKeyWrap.unwrap(body, with: wrapKey(password, salt: salt, workFactor: workFactor))
    }
  }

  /// Reads a stanza of this type and checks what a password would cost, before anything is allocated.
  ///
  /// - Parameters:
  ///   - stanza: The stanza.
  ///   - limits: What a password may cost; `nil` for the greatest work factor of age.
  /// - Returns: The stanza's content.
  /// - Throws: `CryptoError.malformed(_:offset:)`, or `CryptoError.costLimitExceeded`.
  static func parse(_ stanza: AgeStanza, limits: PasswordCostLimits?) throws(CryptoError) -> Parsed {
    guard stanza.arguments.count == 3, let salt = Base64.standard.decode(stanza.arguments[1], padded: false),
      salt.count == saltSize, stanza.body.count == AgeKeyWrap.size
    else { throw .malformed(.ageFile, offset: nil) }
    let workFactor = try Self.workFactor(of: stanza)
    if let limits {
      try limits.check(cost(workFactor))
    } else if workFactor > greatestWorkFactor {
      throw .costLimitExceeded
    }
    return Parsed(salt: salt, workFactor: workFactor, body: stanza.body)
  }

  /// The work factor that a stanza of this type names, 1 to 40.
  ///
  /// - Throws: `CryptoError.malformed(_:offset:)`, or `CryptoError.costLimitExceeded`.
  static func workFactor(of stanza: AgeStanza) throws(CryptoError) -> Int {
    guard stanza.arguments.count == 3 else { throw .malformed(.ageFile, offset: nil) }
    return try number(stanza.arguments[2])
  }

  /// A decimal number of digits only, without a leading zero.
  private static func number(_ text: String) throws(CryptoError) -> Int {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard text.utf8.allSatisfy(digits.contains), text.utf8.first != digits.lowerBound else {
      throw .malformed(.ageFile, offset: nil)
    }
    // Beyond 40 a number is beyond every limit, and beyond what can be calculated with.
    guard text.utf8.count <= 2, let number = Int(text), number <= 40 else { throw .costLimitExceeded }
    return number
  }

  private static func wrapKey(
    _ password: Password,
    salt: [UInt8],
    workFactor: Int
  ) throws(CryptoError) -> SharedSecretBytes {
    // The limits were checked before, so that this one is what the numbers need.
    let memory = try KDF.Scrypt.memory(logarithm: workFactor, blockSize: 8, parallelism: 1)
    let key = try KDF.Scrypt.deriveKey(
      from: password, salt: label + salt, logarithm: workFactor, blockSize: 8, parallelism: 1,
      memoryLimit: memory, outputByteCount: 32)
    return key.secretBytes
  }
}

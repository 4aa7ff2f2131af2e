import OmamoriCore

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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)``, ``CryptoError/outOfMemory``.
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
    /// - Throws: ``CryptoError/outOfMemory``.
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
  /// - Throws: ``CryptoError/malformed(_:offset:)``, or ``CryptoError/costLimitExceeded``.
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
  /// - Throws: ``CryptoError/malformed(_:offset:)``, or ``CryptoError/costLimitExceeded``.
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

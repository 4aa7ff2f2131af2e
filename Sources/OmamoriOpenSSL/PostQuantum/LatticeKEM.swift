package import OmamoriCore

/// ML-KEM (FIPS 203): sizes and calculations for one set of parameters.
///
/// Every input is checked for its length, public keys for coefficients that are too large (section 7.2), private keys
/// for the hash of their public key (section 7.3). A ciphertext that was changed gives a secret that nobody else knows,
/// chosen without a branch. Time does not depend on secrets.
package struct LatticeKEM {
  static let mlkem768 = LatticeKEM(LatticeEncryption(rank: 3, vectorBits: 10, scalarBits: 4))
  static let mlkem1024 = LatticeKEM(LatticeEncryption(rank: 4, vectorBits: 11, scalarBits: 5))

  /// The size of the seed of a key pair in bytes.
  static let seedByteCount = 64
  /// The size of a shared secret, a message and each half of a seed in bytes.
  static let secretByteCount = 32

  private let encryption: LatticeEncryption

  private init(_ encryption: LatticeEncryption) { self.encryption = encryption }

  /// The size of a public key in bytes.
  var publicKeyByteCount: Int { encryption.publicKeyByteCount }
  /// The size of an encapsulated key in bytes.
  var ciphertextByteCount: Int { encryption.ciphertextByteCount }
  /// The size of an expanded private key in bytes.
  var privateKeyByteCount: Int { encryption.vectorByteCount + publicKeyByteCount + 64 }

  /// Where the public key is in an expanded private key.
  var publicKeyRange: Range<Int> {
    encryption.vectorByteCount..<(encryption.vectorByteCount + publicKeyByteCount)
  }

  /// The expanded private key of a seed of 64 bytes, d and then z (algorithm 16): the private key of the encryption,
  /// the public key, its hash, and z.
  package func expand(seed: RawSpan) throws(CryptoError) -> SecretBytes {
    try require(seed, Self.seedByteCount)
    var hash = try ExtendableOutput()
    return try SecretBytes(count: privateKeyByteCount) { output throws(CryptoError) in
      try encryption.writeKeyPair(seed: seed.extracting(0..<32), to: &output, with: &hash)
      let hashed = try Self.hash(output.bytes.extracting(publicKeyRange), with: &hash)
      for index in 0..<32 {
        let offset = publicKeyRange.upperBound + index
        output.storeBytes(of: hashed.bytes.byte(at: index), toByteOffset: offset, as: UInt8.self)
        output.storeBytes(of: seed.byte(at: 32 + index), toByteOffset: offset + 32, as: UInt8.self)
      }
    }
  }

  /// Checks a public key (section 7.2).
  func checkPublicKey(_ key: RawSpan) throws(CryptoError) {
    try require(key, publicKeyByteCount)
    guard encryption.isReduced(key) else { throw .malformed(.encapsulatedKey, offset: nil) }
  }

  /// Checks an expanded private key (section 7.3).
  func checkPrivateKey(_ key: RawSpan) throws(CryptoError) {
    try require(key, privateKeyByteCount)
    var hash = try ExtendableOutput()
    let hashed = try Self.hash(key.extracting(publicKeyRange), with: &hash)
    let start = publicKeyRange.upperBound
    guard hashed.isEqual(to: key.extracting(start..<(start + 32))) else {
      throw .malformed(.encapsulatedKey, offset: nil)
    }
  }

  /// Makes a shared secret for a public key that ``checkPublicKey(_:)`` has accepted, from 32 secret random bytes
  /// (algorithm 17).
  func encapsulate(to publicKey: RawSpan, message: RawSpan) throws(CryptoError) -> LatticeEncapsulation {
    try require(publicKey, publicKeyByteCount)
    try require(message, Self.secretByteCount)
    var hash = try ExtendableOutput()
    let hashed = try Self.hash(publicKey, with: &hash)
    let derived = try Self.derive(message, hashed.bytes, with: &hash)
    let ciphertext = try [UInt8](count: ciphertextByteCount) { output throws(CryptoError) in
      let randomness = derived.bytes.extracting(32..<64)
      try encryption.encrypt(message, to: publicKey, randomness: randomness, into: &output, with: &hash)
    }
    let secret = SecretBytes(copying: derived.bytes.extracting(0..<32))
    return LatticeEncapsulation(secret: secret, ciphertext: ciphertext)
  }

  /// The shared secret of an encapsulated key (algorithm 18), or one that nobody knows when it is not a valid one.
  ///
  /// The expanded private key is one that was made here or that ``checkPrivateKey(_:)`` has accepted.
  func decapsulate(_ ciphertext: RawSpan, with privateKey: RawSpan) throws(CryptoError) -> SecretBytes {
    try require(ciphertext, ciphertextByteCount)
    try require(privateKey, privateKeyByteCount)
    let (publicKey, end) = (privateKey.extracting(publicKeyRange), publicKeyRange.upperBound)
    var hash = try ExtendableOutput()
    let message = encryption.decrypt(ciphertext, with: privateKey)
    let derived = try Self.derive(message.bytes, privateKey.extracting(end..<(end + 32)), with: &hash)

    try hash.begin(.shake256)
    try hash.absorb(privateKey.extracting((end + 32)..<(end + 64)))
    try hash.absorb(ciphertext)
    let rejection = try SecretBytes(count: 32) { bytes throws(CryptoError) in try hash.squeeze(into: &bytes) }

    let again = try SecretBytes(count: ciphertextByteCount) { output throws(CryptoError) in
      let randomness = derived.bytes.extracting(32..<64)
      try encryption.encrypt(message.bytes, to: publicKey, randomness: randomness, into: &output, with: &hash)
    }
    let isValid = again.isEqual(to: ciphertext)
    return SecretBytes(count: Self.secretByteCount) { output in
      for index in 0..<Self.secretByteCount {
        let (right, wrong) = (derived.bytes.byte(at: index), rejection.bytes.byte(at: index))
        let byte = ConstantTime.select(isValid, right, wrong)
        output.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
    }
  }

  /// SHA3-256, the function H of FIPS 203.
  private static func hash(_ bytes: RawSpan, with hash: inout ExtendableOutput) throws(CryptoError)
    -> SecretBytes
  {
    try hash.begin(.sha3x256)
    try hash.absorb(bytes)
    return try SecretBytes(count: 32) { output throws(CryptoError) in try hash.finish(into: &output) }
  }

  /// SHA3-512, the function G of FIPS 203: the shared secret and then the randomness of the encryption.
  private static func derive(
    _ message: RawSpan,
    _ publicKeyHash: RawSpan,
    with hash: inout ExtendableOutput
  ) throws(CryptoError) -> SecretBytes {
    try hash.begin(.sha3x512)
    try hash.absorb(message)
    try hash.absorb(publicKeyHash)
    return try SecretBytes(count: 64) { output throws(CryptoError) in try hash.finish(into: &output) }
  }

  private func require(_ bytes: RawSpan, _ count: Int) throws(CryptoError) {
    guard bytes.byteCount == count else { throw .outOfRange(lower: count, upper: count) }
  }
}

/// A shared secret, and what its receiver needs to find it.
struct LatticeEncapsulation: ~Copyable {
  let secret: SecretBytes
  let ciphertext: [UInt8]
}

/// A private key of ML-KEM: its seed and what is made of it once, in locked memory.
final class LatticePrivateKey: Sendable {
  let publicKey: LatticePublicKey
  private let seed: SharedSecretBytes
  private let expanded: SharedSecretBytes

  /// Makes the key of a seed of 64 bytes.
  init(_ kem: LatticeKEM, seed: RawSpan) throws(CryptoKitError) {
    do throws(CryptoError) {
      expanded = SharedSecretBytes(try kem.expand(seed: seed))
    } catch {
      throw CryptoKitError(error)
    }
    self.seed = SharedSecretBytes(SecretBytes(copying: seed))
    publicKey = try expanded.withBytes { key throws(CryptoKitError) in
      try LatticePublicKey(kem, key.extracting(kem.publicKeyRange))
    }
  }

  /// Makes the key of a seed, and compares its public key with one that is known.
  convenience init(_ kem: LatticeKEM, seed: some DataProtocol, publicKey: [UInt8]?) throws {
    let seed = SecretBytes(data: seed)
    guard seed.count == LatticeKEM.seedByteCount else { throw KEM.Errors.invalidSeed }
    try self.init(kem, seed: seed.bytes)
    if let publicKey, publicKey != self.publicKey.bytes {
      throw KEM.Errors.publicKeyMismatchDuringInitialization
    }
  }

  /// Makes the key of a seed and the SHA3-256 of the public key behind it.
  convenience init(_ kem: LatticeKEM, checked representation: some DataProtocol) throws {
    let bytes = SecretBytes(data: representation)
    guard bytes.count == LatticeKEM.seedByteCount + SHA3_256.byteCount else { throw KEM.Errors.invalidSeed }
    try self.init(kem, seed: bytes.bytes.extracting(0..<LatticeKEM.seedByteCount))
    let expected = bytes.bytes.extracting(LatticeKEM.seedByteCount..<bytes.count)
    guard SHA3_256.matches(expected, publicKey.bytes) else {
      throw KEM.Errors.publicKeyMismatchDuringInitialization
    }
  }

  /// Makes a random key.
  convenience init(_ kem: LatticeKEM) throws {
    let seed = try SecretBytes.random(LatticeKEM.seedByteCount)
    try self.init(kem, seed: seed.bytes)
  }

  /// The seed, for whoever stores it.
  var seedRepresentation: Data { seed.withBytes { Data($0) } }

  /// The seed and the SHA3-256 of the public key.
  var integrityCheckedRepresentation: Data { seedRepresentation + SHA3_256.hash(data: publicKey.bytes) }

  /// The shared secret of an encapsulated key.
  func decapsulate(_ encapsulated: some DataProtocol) throws(CryptoKitError) -> SymmetricKey {
    try encapsulated.withRawSpan { ciphertext throws(CryptoKitError) in
      do throws(CryptoError) {
        let secret = try expanded.withBytes { key throws(CryptoError) in
          try publicKey.kem.decapsulate(ciphertext, with: key)
        }
        return SymmetricKey(secret)
      } catch {
        throw CryptoKitError(error)
      }
    }
  }
}

extension SHA3_256 {
  /// Says whether `expected` is the hash value of `bytes`.
  package static func matches(_ expected: RawSpan, _ bytes: [UInt8]) -> Bool {
    // because the buffer is only read during the call
    unsafe hash(data: bytes).withUnsafeBytes { unsafe ConstantTime.equal(expected, $0.bytes) }
  }
}

extension SecretBytes {
  /// A copy of data, which whoever holds them wipes.
  package init(data: some DataProtocol) {
    self.init(count: data.count) { output in
      for (offset, byte) in data.enumerated() {
        output.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      }
    }
  }
}

extension Data {
  /// A copy of bytes.
  package init(_ bytes: RawSpan) {
    // because the buffer is only read during the call
    self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
  }
}

/// A public key of ML-KEM that has been checked.
package struct LatticePublicKey: Sendable {
  package let kem: LatticeKEM
  package let bytes: [UInt8]

  /// Checks the length and the coefficients.
  package init(_ kem: LatticeKEM, _ bytes: RawSpan) throws(CryptoKitError) {
    guard bytes.byteCount == kem.publicKeyByteCount else { throw .incorrectKeySize }
    do throws(CryptoError) {
      try kem.checkPublicKey(bytes)
      self.kem = kem
      // because the buffer is only read during the call
      self.bytes = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    } catch {
      throw CryptoKitError(error)
    }
  }

  /// A random shared secret of 32 bytes and its encapsulated form.
  func encapsulate() throws -> KEM.EncapsulationResult {
    let message = try SecretBytes.random(LatticeKEM.secretByteCount)
    return try encapsulate(message: message)
  }

  /// The shared secret and its encapsulated form that 32 random bytes give.
  func encapsulate(message: borrowing SecretBytes) throws(CryptoKitError) -> KEM.EncapsulationResult {
    do throws(CryptoError) {
      // because UInt8 has no padding
      let result = try unsafe kem.encapsulate(to: bytes.byteSpan.bytes, message: message.bytes)
      return KEM.EncapsulationResult(
        sharedSecret: SymmetricKey(result.secret.copy()),
        encapsulated: Data(result.ciphertext)
      )
    } catch {
      throw CryptoKitError(error)
    }
  }
}

extension SecretBytes {
  /// Random bytes, with the error of this module.
  package static func random(_ count: Int) throws(CryptoError) -> SecretBytes {
    do throws(CoreError) {
      return try SecretBytes(randomCount: count)
    } catch {
      throw CryptoError(error)
    }
  }
}

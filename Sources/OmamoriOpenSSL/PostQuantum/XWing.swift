import OmamoriCore

/// The calculations of X-Wing (draft-connolly-cfrg-xwing-kem): ML-KEM-768 and X25519 together.
enum XWing {
  /// The size of a public key in bytes: that of ML-KEM-768 and that of X25519.
  static let publicKeyByteCount = lattice.publicKeyByteCount + 32
  /// The size of an encapsulated key in bytes.
  static let ciphertextByteCount = lattice.ciphertextByteCount + 32
  /// The size of the seed of a key pair in bytes.
  static let seedByteCount = 32
  /// The size of the randomness of an encapsulation in bytes.
  static let randomnessByteCount = 64

  static let lattice = LatticeKEM.mlkem768
  private static let label = Array(#"\.//^\"#.utf8)

  /// The seed of ML-KEM (64 bytes) and the private key of X25519 (32 bytes) of a seed.
  static func expand(_ seed: RawSpan) throws(CryptoError) -> SecretBytes {
    var hash = try ExtendableOutput()
    try hash.begin(.shake256)
    try hash.absorb(seed)
    return try SecretBytes(count: 96) { output throws(CryptoError) in try hash.squeeze(into: &output) }
  }

  /// The shared secret of the two shared secrets, the encapsulated key of X25519 and its public key.
  static func combine(
    lattice: SymmetricKey,
    curve: SharedSecret,
    encapsulated: Data,
    publicKey: Data
  ) throws -> SymmetricKey {
    var hash = try ExtendableOutput()
    try hash.begin(.sha3x256)
    try lattice.withBytes { secret throws(CryptoError) in try hash.absorb(secret) }
    try curve.withKeySpan { try hash.absorb($0) }
    try hash.absorb(encapsulated + publicKey + label)
    return SymmetricKey(
      try SecretBytes(count: 32) { output throws(CryptoError) in try hash.finish(into: &output) }
    )
  }
}

extension ExtendableOutput {
  /// Takes in bytes that are no secret.
  fileprivate mutating func absorb(_ bytes: Data) throws(CryptoError) { try absorb(Array(bytes)) }
}

import OmamoriCore

/// The encryption of 32-byte messages that ML-KEM is built on, K-PKE (FIPS 203, section 5).
///
/// It gives no security on its own; only ``LatticeKEM`` uses it. Time does not depend on secrets.
struct LatticeEncryption {
  /// The number of rows and columns of the matrix: 3 or 4.
  let rank: Int
  /// The bits that each coefficient of the first part of a ciphertext keeps.
  let vectorBits: Int
  /// The bits that each coefficient of the second part of a ciphertext keeps.
  let scalarBits: Int

  /// The size of a secret vector, and of a public key without its seed, in bytes.
  var vectorByteCount: Int { 384 * rank }
  /// The size of a public key in bytes.
  var publicKeyByteCount: Int { vectorByteCount + 32 }
  /// The size of a ciphertext in bytes.
  var ciphertextByteCount: Int { 32 * (vectorBits * rank + scalarBits) }

  /// Makes a key pair of 32 secret random bytes (algorithm 13); the output gets the private and then the public key.
  func writeKeyPair(
    seed: RawSpan,
    to output: inout MutableRawSpan,
    with hash: inout ExtendableOutput
  ) throws(CryptoError) {
    try hash.begin(.sha3x512)
    try hash.absorb(seed)
    try hash.absorb([UInt8(rank)])
    let seeds = try SecretBytes(count: 64) { bytes throws(CryptoError) in try hash.finish(into: &bytes) }
    let (matrixSeed, noiseSeed) = (seeds.bytes.extracting(0..<32), seeds.bytes.extracting(32..<64))

    var secret = PolynomialVector(count: rank)
    var error = PolynomialVector(count: rank)
    for index in 0..<rank {
      try secret.sampleNoise(index, seed: noiseSeed, counter: index, with: &hash)
      try error.sampleNoise(index, seed: noiseSeed, counter: rank + index, with: &hash)
      secret.transform(index)
      error.transform(index)
      secret.encode(index, to: &output, at: 384 * index)
    }
    var entry = PolynomialVector(count: 1)
    var product = PolynomialVector(count: 1)
    for row in 0..<rank {
      product.clear(0)
      for column in 0..<rank {
        try entry.sampleUniform(0, seed: matrixSeed, column: column, row: row, with: &hash)
        product.addProduct(of: entry, 0, secret, column, to: 0)
      }
      product.update(0) { NumberTheoreticTransform.enterMontgomery(&$0) }
      product.add(error, row, to: 0)
      product.encode(0, to: &output, at: vectorByteCount + 384 * row)
    }
    for index in 0..<32 {
      let offset = 2 * vectorByteCount + index
      output.storeBytes(of: matrixSeed.byte(at: index), toByteOffset: offset, as: UInt8.self)
    }
  }

  /// Encrypts a message of 32 bytes with 32 secret random bytes to a public key of the right size (algorithm 14).
  func encrypt(
    _ message: RawSpan,
    to publicKey: RawSpan,
    randomness: RawSpan,
    into output: inout MutableRawSpan,
    with hash: inout ExtendableOutput
  ) throws(CryptoError) {
    let matrixSeed = publicKey.extracting(vectorByteCount..<publicKeyByteCount)
    var mask = PolynomialVector(count: rank)
    var product = PolynomialVector(count: 1)
    var entry = PolynomialVector(count: 1)
    var noise = PolynomialVector(count: 1)
    for index in 0..<rank {
      try mask.sampleNoise(index, seed: randomness, counter: index, with: &hash)
      mask.transform(index)
    }
    for row in 0..<rank {
      product.clear(0)
      for column in 0..<rank {
        // The matrix is transposed here.
        try entry.sampleUniform(0, seed: matrixSeed, column: row, row: column, with: &hash)
        product.addProduct(of: entry, 0, mask, column, to: 0)
      }
      product.update(0) { Self.finishProduct(&$0) }
      try noise.sampleNoise(0, seed: randomness, counter: rank + row, with: &hash)
      product.add(noise, 0, to: 0)
      product.compress(0, bits: vectorBits, to: &output, at: 32 * vectorBits * row)
    }
    product.clear(0)
    for index in 0..<rank {
      entry.decode(0, from: publicKey, at: 384 * index)
      product.addProduct(of: entry, 0, mask, index, to: 0)
    }
    product.update(0) { Self.finishProduct(&$0) }
    try noise.sampleNoise(0, seed: randomness, counter: 2 * rank, with: &hash)
    product.add(noise, 0, to: 0)
    noise.setMessage(0, message)
    product.add(noise, 0, to: 0)
    product.compress(0, bits: scalarBits, to: &output, at: 32 * vectorBits * rank)
  }

  /// Decrypts a ciphertext of the right size (algorithm 15); a wrong one gives a wrong message.
  func decrypt(_ ciphertext: RawSpan, with privateKey: RawSpan) -> SecretBytes {
    var part = PolynomialVector(count: 1)
    var secret = PolynomialVector(count: 1)
    var product = PolynomialVector(count: 1)
    for index in 0..<rank {
      part.decompress(0, bits: vectorBits, from: ciphertext, at: 32 * vectorBits * index)
      part.transform(0)
      secret.decode(0, from: privateKey, at: 384 * index)
      product.addProduct(of: part, 0, secret, 0, to: 0)
    }
    product.update(0) { Self.finishProduct(&$0) }
    part.decompress(0, bits: scalarBits, from: ciphertext, at: 32 * vectorBits * rank)
    product.update(0) { values in
      for index in 0..<256 { values[index] = 0 &- values[index] }
    }
    part.add(product, 0, to: 0)
    return SecretBytes(count: 32) { part.compress(0, bits: 1, to: &$0, at: 0) }
  }

  /// Says whether all coefficients of a public key are below q (section 7.2); it is public, so the time may depend on it.
  func isReduced(_ publicKey: RawSpan) -> Bool {
    stride(from: 0, to: vectorByteCount, by: 3)
      .allSatisfy { offset in
        let middle = Int16(publicKey.byte(at: offset + 1))
        let low = Int16(publicKey.byte(at: offset)) | (middle & 15) << 8
        let high = middle >> 4 | Int16(publicKey.byte(at: offset + 2)) << 4
        return low < FieldArithmetic.modulus && high < FieldArithmetic.modulus
      }
  }

  /// Brings a sum of products back from the transform; gives values between -q/2 and q/2.
  private static func finishProduct(_ values: inout MutableSpan<Int16>) {
    NumberTheoreticTransform.reduce(&values)
    NumberTheoreticTransform.inverse(&values)
    NumberTheoreticTransform.reduce(&values)
  }
}

import OmamoriCore

// Doors for tokens: bytes that are there as a whole, without generic code, copies or lookups on the way.

extension RSA.Signing.PublicKey {
  /// Says whether a signature was made for a message with the private key that belongs to this key.
  package func isValid(
    _ signature: RawSpan, for message: RawSpan, hash: RSA.Hash, padding: RSA.Signing.Padding
  )
    -> Bool
  {
    let key = numbers.value
    guard signature.byteCount == key.n.count, let algorithm = hash.algorithm else { return false }
    do throws(CryptoError) {
      let padding = try padding.resolved(hash, keySize: key.n.count)
      return message.withDigest(algorithm) {
        key.handle.isValidRSASignature(signature, forDigest: $0, padding)
      }
    } catch {
      return false
    }
  }
}

extension P256.Signing.PublicKey {
  /// Says whether r and s were made for a message with the private key that belongs to this key.
  package func isValid(_ signature: RawSpan, for message: RawSpan) -> Bool {
    message.withDigest(.sha256) { point.value.isValid(signature, forDigest: $0) }
  }
}

extension P384.Signing.PublicKey {
  /// Says whether r and s were made for a message with the private key that belongs to this key.
  package func isValid(_ signature: RawSpan, for message: RawSpan) -> Bool {
    message.withDigest(.sha384) { point.value.isValid(signature, forDigest: $0) }
  }
}

extension P521.Signing.PublicKey {
  /// Says whether r and s were made for a message with the private key that belongs to this key.
  package func isValid(_ signature: RawSpan, for message: RawSpan) -> Bool {
    message.withDigest(.sha512) { point.value.isValid(signature, forDigest: $0) }
  }
}

extension Curve25519.Signing.PublicKey {
  /// Says whether a signature was made for a message with the private key that belongs to this key.
  package func isValid(_ signature: RawSpan, for message: RawSpan) -> Bool {
    key.handle.isValidEdSignature(signature, for: message)
  }
}

extension CurvePoint {
  /// Says whether r and s, each as many bytes as a coordinate has, belong to a digest and this public key.
  fileprivate func isValid(_ signature: RawSpan, forDigest digest: RawSpan) -> Bool {
    let size = curve.coordinateSize
    guard signature.byteCount == 2 * size else { return false }
    // because what is written is read before the closure returns
    return unsafe withUnsafeTemporaryAllocation(byteCount: SignatureDER.capacity, alignment: 1) { buffer in
      let count = unsafe SignatureDER.write(signature, size, to: buffer)
      return unsafe handle.isValidECSignature(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]), forDigest: digest)
    }
  }
}

extension RawSpan {
  /// Calls `body` with the hash value of the bytes.
  fileprivate func withDigest<Result>(_ algorithm: DigestAlgorithm, _ body: (RawSpan) -> Result) -> Result {
    // because the buffers are only read during the calls
    unsafe withUnsafeBytes { message in
      unsafe DigestContext.hash(message, algorithm).withUnsafeBytes(count: algorithm.byteCount) {
        unsafe body($0.bytes)
      }
    }
  }
}

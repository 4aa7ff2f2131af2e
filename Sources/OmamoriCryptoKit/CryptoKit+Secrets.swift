// What OmamoriOpenSSL has beside CryptoKit's names, on CryptoKit.
#if canImport(Darwin)
package import CryptoKit
package import OmamoriCore

extension HashFunction {
  /// The hash value of three pieces, one after the other, in a secret that is as long as a hash value.
  package static func hash(
    _ first: RawSpan, _ second: RawSpan, _ third: RawSpan, into output: inout SecretBytes
  ) {
    output.withMutableBytes { output in
      // because the buffers are only used during the calls, and the output has room for a hash value
      unsafe output.withUnsafeMutableBytes { output in
        var function = Self()
        unsafe first.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        unsafe second.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        unsafe third.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        unsafe function.finalize().withUnsafeBytes { unsafe output.copyMemory(from: $0) }
      }
    }
  }

  /// The hash value of bytes that stand in a buffer; CryptoKit takes a buffer only in steps.
  package static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
    var function = Self()
    // because the buffer is only read during the call
    unsafe function.update(bufferPointer: bufferPointer)
    return function.finalize()
  }
}

extension Curve25519.KeyAgreement.PrivateKey {
  /// Makes a key of 32 secret bytes.
  package init(secret: consuming SecretBytes) throws(CryptoError) {
    let shared = SharedSecretBytes(secret)
    do {
      self = try shared.withBytes { bytes in
        // because CryptoKit copies the bytes
        try unsafe bytes.withUnsafeBytes { try unsafe Self(rawRepresentation: $0) }
      }
    } catch {
      throw .outOfRange(lower: 32, upper: 32)
    }
  }

  /// Makes a key of 32 secret bytes; CryptoKit derives the public key itself.
  package init(secret: consuming SecretBytes, publicBytes: [UInt8]) throws(CryptoError) {
    try self.init(secret: secret)
  }

  /// Calls `body` with the 32 bytes of the key.
  package func withSecret<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try SharedSecretBytes(SecretBytes(copying: rawRepresentation)).withBytes(body)
  }

  /// The 32 bytes of the public key.
  package var publicBytes: [UInt8] { Array(publicKey.rawRepresentation) }

  /// What both agree on, 32 bytes that are never all zero.
  package func agreement(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
    let secret: SharedSecretBytes
    do {
      let agreed = try sharedSecretFromKeyAgreement(with: .init(rawRepresentation: peer))
      // because the copy is made before the closure returns
      secret = unsafe agreed.withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
    } catch {
      throw .backend(code: 0)
    }
    // CryptoKit does not promise to refuse keys of small order.
    guard !secret.withBytes({ ConstantTime.isZero($0) }) else { throw .backend(code: 0) }
    return secret.copy()
  }
}

/// HMAC (RFC 2104) and HKDF (RFC 5869) with SHA-256 whose results are secrets; on CryptoKit.
package enum SecretDerivation {
  /// The code of data with a key, 32 bytes.
  package static func code(key: RawSpan, _ data: RawSpan) -> SecretBytes {
    // because SymmetricKey copies the bytes
    let key = unsafe key.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    // because the buffer is only read during the call
    let code = unsafe data.withUnsafeBytes { unsafe HMAC<SHA256>.authenticationCode(for: $0, using: key) }
    // because the copy is made before the closure returns
    let secret = unsafe code.withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
    return secret.copy()
  }

  /// Keys that are derived from a secret.
  package static func keys(
    from material: RawSpan,
    salt: RawSpan,
    info: RawSpan,
    byteCount: Int
  ) -> SecretBytes {
    // because SymmetricKey copies the bytes
    let material = unsafe material.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    // because both buffers are only read during the call
    let key = unsafe salt.withUnsafeBytes { salt in
      unsafe info.withUnsafeBytes { info in
        unsafe HKDF<SHA256>.deriveKey(
          inputKeyMaterial: material, salt: salt, info: info, outputByteCount: min(byteCount, 255 * 32))
      }
    }
    return key.secretCopy()
  }
}
#endif

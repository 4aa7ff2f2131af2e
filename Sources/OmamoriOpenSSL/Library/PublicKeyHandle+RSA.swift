import COpenSSL
package import OmamoriCore

extension PublicKeyHandle {
  /// How RSA signs.
  struct RSAPadding: Hashable {
    /// The hash function of the digest that is signed.
    let hash: RSA.Hash
    /// The parameters of PSS, or `nil` for PKCS #1 v1.5.
    let pss: PSS?

    /// The hash function of the mask and the size of the salt in bytes.
    struct PSS: Hashable {
      let mask: RSA.Hash
      let saltSize: Int
    }

    /// Calls `body` with the structure that the C functions take.
    fileprivate func withPointer<Result>(
      _ body: (UnsafePointer<omamori_rsa_padding>) -> Result
    ) -> Result {
      // because the names and the structure outlive the call
      unsafe hash.withName { digest in
        unsafe (pss?.mask ?? hash).withName { mask in
          unsafe withUnsafePointer(
            to: omamori_rsa_padding(
              is_pss: pss == nil ? 0 : 1, digest: digest, mask: mask, salt_size: Int32(pss?.saltSize ?? 0))
          ) { unsafe body($0) }
        }
      }
    }
  }

  /// A key from its integers (RFC 8017, A.1.2), big endian: n and e, or all eight of a key pair, which are
  /// compared.
  package convenience init(rsa integers: RawSpan, sizes: [Int]) throws(CryptoError) {
    ERR_clear_error()
    // because the span has the sum of the sizes, and both outlive the call
    let key = unsafe integers.withUnsafeBytes { bytes in
      unsafe omamori_rsa_key(bytes.bindMemory(to: UInt8.self).baseAddress, sizes, Int32(sizes.count))
    }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// Makes a random key with the public exponent 65537.
  static func randomRSA(bitCount: Int) throws(CryptoError) -> PublicKeyHandle {
    ERR_clear_error()
    // because the context is freed below and the key is handed over
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
      throw .backend(code: OpenSSLError.take())
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    try OpenSSLError.check(unsafe EVP_PKEY_keygen_init(context))
    try OpenSSLError.check(unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bitCount)))
    var key: OpaquePointer?
    try OpenSSLError.check(unsafe EVP_PKEY_generate(context, &key))
    return unsafe try PublicKeyHandle(owning: key)
  }

  /// The RSAPrivateKey structure (RFC 8017, A.1.2).
  func rsaPrivateKeyDER() throws(CryptoError) -> SecretBytes {
    ERR_clear_error()
    let count = unsafe i2d_PrivateKey(key, nil)  // because without a buffer only the size is calculated
    guard count > 0 else { throw .backend(code: OpenSSLError.take()) }
    return try SecretBytes(count: Int(count)) { destination throws(CryptoError) in
      // because the buffer has the size that was just asked for
      let written = unsafe destination.withUnsafeMutableBytes { bytes in
        var place = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
        return unsafe i2d_PrivateKey(key, &place)
      }
      guard written == count else { throw .backend(code: OpenSSLError.take()) }
    }
  }

  /// The signature over a digest; as many bytes as n.
  func rsaSignature(
    forDigest digest: RawSpan,
    _ padding: RSAPadding,
    size: Int
  ) throws(CryptoError) -> [UInt8] {
    // because each pointer is used inside of the call that gets it only
    unsafe try withContext(
      for: .signRSA(padding),
      prepare: { context in
        unsafe padding.withPointer { unsafe omamori_rsa_sign_init(context, $0) }
      }
    ) { context throws(CryptoError) in
      var signature = [UInt8](repeating: 0, count: size)
      var count = size
      let result = unsafe digest.withUnsafeBytes { bytes in
        unsafe EVP_PKEY_sign(
          context, &signature, &count, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
      }
      try OpenSSLError.check(result)
      guard count == size else { throw .backend(code: 0) }
      return signature
    }
  }

  /// Says whether a signature belongs to a digest and this public key.
  func isValidRSASignature(_ signature: RawSpan, forDigest digest: RawSpan, _ padding: RSAPadding) -> Bool {
    defer { ERR_clear_error() }
    do throws(CryptoError) {
      // because each pointer is used inside of the call that gets it only
      return unsafe try withContext(
        for: .verifyRSA(padding),
        prepare: { context in
          unsafe padding.withPointer { unsafe omamori_rsa_verify_init(context, $0) }
        }
      ) { context throws(CryptoError) in
        unsafe signature.withUnsafeBytes { signature in
          unsafe digest.withUnsafeBytes { bytes in
            unsafe EVP_PKEY_verify(
              context, signature.bindMemory(to: UInt8.self).baseAddress, signature.count,
              bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
          }
        } == 1
      }
    } catch {
      return false
    }
  }
}

#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

extension PublicKeyHandle {
  /// A public key of a NIST curve from its uncompressed point; an error unless the point lies on the curve.
  convenience init(_ curve: PublicKeyCurve, point: [UInt8]) throws(CryptoError) {
    ERR_clear_error()
    // because the name and the array outlive the call, which reads as many bytes as they have
    let key = unsafe curve.withName { unsafe omamori_ec_public_key($0, point, point.count) }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// A key pair of a NIST curve from its scalar, which is in range, and the point that belongs to it.
  convenience init(_ curve: PublicKeyCurve, scalar: RawSpan, point: [UInt8]) throws(CryptoError) {
    ERR_clear_error()
    // OpenSSL's parameters hold integers in the order of the machine.
    let native = SecretBytes(count: scalar.byteCount) { destination in
      // because the offsets lie within both spans, which have the same size
      unsafe destination.withUnsafeMutableBytes { target in
        unsafe scalar.withUnsafeBytes { source in
          #if _endian(little)
          for index in 0..<source.count { unsafe target[index] = source[source.count - 1 - index] }
          #else
          unsafe target.copyMemory(from: source)
          #endif
        }
      }
    }
    // because the secret, the name and the array outlive the call, which does not write to them
    let key = unsafe native.bytes.withUnsafeBytes { bytes in
      unsafe curve.withName { name in
        unsafe omamori_ec_key_pair(
          name, UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress), bytes.count,
          point, point.count)
      }
    }
    unsafe try self.init(owning: key)  // because nobody else has the key
  }

  /// The signature of ECDSA over a digest, in DER as OpenSSL writes it.
  func ecSignature(forDigest digest: RawSpan) throws(CryptoError) -> [UInt8] {
    // because each pointer is used inside of the call that gets it only
    unsafe try withContext(for: .signEC, prepare: { unsafe EVP_PKEY_sign_init($0) }) {
      context throws(CryptoError) in
      // 3 × 2 bytes of headers, one more for a long length, and two integers of at most 67 bytes.
      var signature = [UInt8](repeating: 0, count: 144)
      var count = signature.count
      let result = unsafe digest.withUnsafeBytes { bytes in
        unsafe EVP_PKEY_sign(
          context, &signature, &count, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
      }
      try OpenSSLError.check(result)
      signature.removeLast(signature.count - count)
      return signature
    }
  }

  /// Says whether a signature of ECDSA, in DER, belongs to a digest and this public key.
  func isValidECSignature(_ signature: [UInt8], forDigest digest: RawSpan) -> Bool {
    // because the array outlives the call
    unsafe signature.withUnsafeBytes { unsafe isValidECSignature($0, forDigest: digest) }
  }

  /// Says whether a signature of ECDSA, in DER, belongs to a digest and this public key.
  func isValidECSignature(_ signature: UnsafeRawBufferPointer, forDigest digest: RawSpan) -> Bool {
    defer { ERR_clear_error() }
    do throws(CryptoError) {
      // because each pointer is used inside of the call that gets it only
      return unsafe try withContext(for: .verifyEC, prepare: { unsafe EVP_PKEY_verify_init($0) }) {
        context throws(CryptoError) in
        unsafe digest.withUnsafeBytes { bytes in
          unsafe EVP_PKEY_verify(
            context, signature.bindMemory(to: UInt8.self).baseAddress, signature.count,
            bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        } == 1
      }
    } catch {
      return false
    }
  }
}
#endif

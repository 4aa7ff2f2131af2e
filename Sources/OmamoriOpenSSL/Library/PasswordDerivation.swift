import COpenSSL
package import OmamoriCore

/// The functions of OpenSSL that turn passwords into keys.
///
/// Has no state; safe to use from any thread, but not from one of the pool of Swift's tasks.
// because every buffer is used only during the call that gets it, and stays within its bounds
package enum PasswordDerivation {
  /// PBKDF2 (RFC 8018) with HMAC.
  ///
  /// - Parameters:
  ///   - function: The hash function.
  ///   - password: The password.
  ///   - salt: The salt.
  ///   - rounds: How often HMAC is applied, from 1 to 2^31 − 1.
  ///   - output: Is filled.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, or `CryptoError.backend(code:)`.
  package static func pbkdf2(
    _ function: DigestAlgorithm,
    password: RawSpan,
    salt: RawSpan,
    rounds: Int,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    guard let rounds = Int32(exactly: rounds), rounds > 0, let length = Int32(exactly: output.byteCount),
      length > 0,
      let passwordLength = Int32(exactly: password.byteCount), let saltLength = Int32(exactly: salt.byteCount)
    else { throw .outOfRange(lower: 1, upper: Int(Int32.max)) }
    let result = unsafe password.withUnsafeBytes { password in
      unsafe salt.withUnsafeBytes { salt in
        unsafe output.withUnsafeMutableBytes { output in
          unsafe PKCS5_PBKDF2_HMAC(
            password.baseAddress?.assumingMemoryBound(to: CChar.self), passwordLength,
            salt.baseAddress?.assumingMemoryBound(to: UInt8.self), saltLength,
            rounds, function.pointer, length,
            output.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
      }
    }
    try OpenSSLError.check(result)
  }

  /// scrypt (RFC 7914).
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - salt: The salt.
  ///   - cost: The parameter N, a power of two.
  ///   - blockSize: The parameter r.
  ///   - parallelism: The parameter p.
  ///   - memoryLimit: The most memory to use, in bytes.
  ///   - output: Is filled.
  /// - Throws: `CryptoError.outOfMemory`, or `CryptoError.backend(code:)`.
  package static func scrypt(
    password: RawSpan,
    salt: RawSpan,
    cost: UInt64,
    blockSize: UInt64,
    parallelism: UInt64,
    memoryLimit: UInt64,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    // Without a password the function of OpenSSL only checks the numbers; an empty one is something else.
    var nothing: CChar = 0
    let result = unsafe password.withUnsafeBytes { password in
      unsafe salt.withUnsafeBytes { salt in
        unsafe output.withUnsafeMutableBytes { output in
          unsafe withUnsafePointer(to: &nothing) { nothing in
            unsafe EVP_PBE_scrypt(
              password.baseAddress?.assumingMemoryBound(to: CChar.self) ?? nothing, password.count,
              salt.baseAddress?.assumingMemoryBound(to: UInt8.self), salt.count,
              cost, blockSize, parallelism, memoryLimit,
              output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
          }
        }
      }
    }
    try OpenSSLError.check(result)
  }
}

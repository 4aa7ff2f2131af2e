#if canImport(Darwin)
import CommonCrypto
import OmamoriCore

/// The functions of CommonCrypto that turn passwords into keys.
///
/// Has no state; safe to use from any thread, but not from one of the pool of Swift's tasks.
// because every buffer is used only during the call that gets it, and stays within its bounds
enum PasswordDerivation {
  /// PBKDF2 (RFC 8018) with HMAC.
  ///
  /// - Parameters:
  ///   - function: The hash function.
  ///   - password: The password.
  ///   - salt: The salt.
  ///   - rounds: How often HMAC is applied, from 1 to 2^31 − 1.
  ///   - output: Is filled.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)``, or ``CryptoError/backend(code:)``.
  static func pbkdf2(
    _ function: KDF.PBKDF2.Function,
    password: RawSpan,
    salt: RawSpan,
    rounds: Int,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    guard let rounds = UInt32(exactly: rounds), rounds > 0, rounds <= UInt32(Int32.max), output.byteCount > 0
    else { throw .outOfRange(lower: 1, upper: Int(Int32.max)) }
    let status = unsafe password.withUnsafeBytes { password in
      unsafe salt.withUnsafeBytes { salt in
        unsafe output.withUnsafeMutableBytes { output in
          unsafe CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2), password.baseAddress?.assumingMemoryBound(to: CChar.self),
            password.count,
            salt.baseAddress?.assumingMemoryBound(to: UInt8.self), salt.count, function.algorithm, rounds,
            output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
        }
      }
    }
    guard status == Int32(kCCSuccess) else { throw .backend(code: UInt(UInt32(bitPattern: status))) }
  }

  /// Refuses: Apple systems have no scrypt.
  ///
  /// - Throws: ``CryptoError/unsupported(_:)``.
  static func scrypt(
    password: RawSpan,
    salt: RawSpan,
    cost: UInt64,
    blockSize: UInt64,
    parallelism: UInt64,
    memoryLimit: UInt64,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    throw .unsupported(.passwordHash)
  }
}

extension KDF.PBKDF2.Function {
  fileprivate var algorithm: CCPseudoRandomAlgorithm {
    switch self {
    case .sha1: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1)
    case .sha224: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA224)
    case .sha256: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)
    case .sha384: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA384)
    case .sha512: CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512)
    }
  }
}
#endif

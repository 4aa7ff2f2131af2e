public import OmamoriCore

/// Key derivation with a hash function (RFC 5869), with the interface of CryptoKit's type of the same name.
///
/// Makes keys of a secret that is hard to guess already; for a password use `KDF`. As in CryptoKit a program that
/// asks for more than ``maximumOutputByteCount`` bytes ends. Has no state; safe to use from any thread.
public struct HKDF<H: HashFunction>: Sendable {
  /// The most bytes that can be asked for: 255 hash values.
  public static var maximumOutputByteCount: Int { 255 * H.Digest.byteCount }

  /// Derives a key.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret.
  ///   - salt: Random bytes that need not be secret.
  ///   - info: What the key is for, so that keys for other purposes differ.
  ///   - outputByteCount: The length of the key in bytes, at most ``maximumOutputByteCount``.
  /// - Returns: The key.
  @inlinable
  public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey,
    salt: Salt,
    info: Info,
    outputByteCount: Int
  ) -> SymmetricKey {
    salt.withRawSpan { salt in
      info.withRawSpan { info in derive(inputKeyMaterial, salt, info, outputByteCount) }
    }
  }

  /// Derives a key without a salt.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret.
  ///   - info: What the key is for, so that keys for other purposes differ.
  ///   - outputByteCount: The length of the key in bytes, at most ``maximumOutputByteCount``.
  /// - Returns: The key.
  @inlinable
  public static func deriveKey<Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey,
    info: Info,
    outputByteCount: Int
  ) -> SymmetricKey {
    info.withRawSpan { derive(inputKeyMaterial, RawSpan(), $0, outputByteCount) }
  }

  /// Derives a key without saying what it is for.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret.
  ///   - salt: Random bytes that need not be secret.
  ///   - outputByteCount: The length of the key in bytes, at most ``maximumOutputByteCount``.
  /// - Returns: The key.
  @inlinable
  public static func deriveKey<Salt: DataProtocol>(
    inputKeyMaterial: SymmetricKey,
    salt: Salt,
    outputByteCount: Int
  ) -> SymmetricKey {
    salt.withRawSpan { derive(inputKeyMaterial, $0, RawSpan(), outputByteCount) }
  }

  /// Derives a key without a salt and without saying what it is for.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret.
  ///   - outputByteCount: The length of the key in bytes, at most ``maximumOutputByteCount``.
  /// - Returns: The key.
  @inlinable
  public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
    derive(inputKeyMaterial, RawSpan(), RawSpan(), outputByteCount)
  }

  /// The first step: concentrates a secret into a pseudorandom key.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret.
  ///   - salt: Random bytes that need not be secret.
  /// - Returns: The pseudorandom key, as long as a hash value.
  public static func extract<Salt: DataProtocol>(
    inputKeyMaterial: SymmetricKey,
    salt: Salt?
  ) -> HashedAuthenticationCode<H> {
    guard let salt else { return extract(inputKeyMaterial, RawSpan()) }
    return salt.withRawSpan { extract(inputKeyMaterial, $0) }
  }

  /// The second step: makes a key of a pseudorandom key.
  ///
  /// - Parameters:
  ///   - prk: What the first step gave, or another uniformly random secret.
  ///   - info: What the key is for, so that keys for other purposes differ.
  ///   - outputByteCount: The length of the key in bytes, at most ``maximumOutputByteCount``.
  /// - Returns: The key.
  public static func expand<PRK: ContiguousBytes, Info: DataProtocol>(
    pseudoRandomKey prk: PRK,
    info: Info?,
    outputByteCount: Int
  ) -> SymmetricKey {
    // because the buffer is only read during the call
    unsafe prk.withUnsafeBytes { prk in
      guard let info else { return unsafe expand(prk.bytes, RawSpan(), outputByteCount) }
      return info.withRawSpan { info in unsafe expand(prk.bytes, info, outputByteCount) }
    }
  }

  @usableFromInline
  package static func derive(
    _ material: SymmetricKey,
    _ salt: RawSpan,
    _ info: RawSpan,
    _ count: Int
  ) -> SymmetricKey {
    check(count)
    guard let algorithm = H.algorithm else {
      // because the buffer is only read during the call
      return unsafe extract(material, salt).withUnsafeBytes { unsafe expand($0.bytes, info, count) }
    }
    return material.withBytes { material in
      SymmetricKey(
        SecretBytes(count: count) { KeyedHash.derive(algorithm, material, salt: salt, info: info, into: &$0) }
      )
    }
  }

  private static func extract(_ material: SymmetricKey, _ salt: RawSpan) -> HashedAuthenticationCode<H> {
    let key = SymmetricKey(SecretBytes(copying: salt))
    // because the buffer is only read during the call
    return material.withBytes { material in
      unsafe material.withUnsafeBytes { unsafe HMAC<H>.authenticationCode(for: $0, using: key) }
    }
  }

  private static func expand(_ prk: RawSpan, _ info: RawSpan, _ count: Int) -> SymmetricKey {
    check(count)
    let output = SecretBytes(count: count) { output in
      if let algorithm = H.algorithm {
        KeyedHash.expand(algorithm, key: prk, info: info, into: &output)
      } else {
        expand(prk, info, into: &output)
      }
    }
    return SymmetricKey(output)
  }

  /// The second step with a hash function that was written elsewhere.
  private static func expand(_ prk: RawSpan, _ info: RawSpan, into output: inout MutableRawSpan) {
    let start = HMAC<H>(key: SymmetricKey(SecretBytes(copying: prk)))
    var (block, offset, counter): ([UInt8], Int, UInt8) = ([], 0, 1)
    while offset < output.byteCount {
      var function = start
      function.update(data: block)
      // because the buffer is only read during the call
      unsafe info.withUnsafeBytes { unsafe function.update(data: $0) }
      function.update(data: [counter])
      block = Array(function.finalize())
      for byte in block.prefix(output.byteCount - offset) {
        output.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        offset += 1
      }
      counter &+= 1
    }
  }

  private static func check(_ count: Int) {
    // because CryptoKit's functions do not throw, and a length stands in source text, never in data
    precondition(0...maximumOutputByteCount ~= count, "HKDF gives at most 255 hash values of output")
  }
}

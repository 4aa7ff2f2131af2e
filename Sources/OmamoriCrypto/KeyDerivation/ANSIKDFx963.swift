public import OmamoriCore
public import OmamoriCryptoKit

/// The key derivation function of ANSI X9.63 (SEC 1 §3.6.1), as ECIES and CryptoKit's shared secrets use it.
///
/// As with `HKDF` a program that asks for more than ``maximumOutputByteCount`` bytes ends. Has no state; safe to use
/// from any thread.
public struct ANSIKDFx963<H: HashFunction>: Sendable {
  /// The most bytes that can be asked for: 2^32 − 1 hash values, or as many as an integer can count.
  public static var maximumOutputByteCount: Int {
    Int(clamping: UInt64(UInt32.max) * UInt64(H.Digest.byteCount))
  }

  /// Derives a key from the secret of a key agreement.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret.
  ///   - info: What both sides know and mix in.
  ///   - outputByteCount: The length of the key in bytes, at most ``maximumOutputByteCount``.
  /// - Returns: The key.
  public static func deriveKey<Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey,
    info: Info,
    outputByteCount: Int
  ) -> SymmetricKey {
    // because CryptoKit's functions do not throw, and a length stands in source text, never in data
    precondition(
      0...maximumOutputByteCount ~= outputByteCount, "the X9.63 KDF gives at most 2^32 − 1 hash values")
    let output = SecretBytes(count: outputByteCount) { output in
      // because the spans are not used outside of the closures
      unsafe inputKeyMaterial.withUnsafeBytes { secret in
        info.withRawSpan { info in unsafe fill(&output, secret.bytes, info) }
      }
    }
    // because the buffer is only read during the call
    return unsafe output.bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
  }

  /// Fills the output with the hash values of the secret, a number and the information.
  private static func fill(_ output: inout MutableRawSpan, _ secret: RawSpan, _ info: RawSpan) {
    var block = SecretBytes(count: H.Digest.byteCount) { _ in }
    var (offset, counter): (Int, UInt32) = (0, 1)
    while offset < output.byteCount {
      // because the buffer is only read during the call
      unsafe withUnsafeBytes(of: counter.bigEndian) { unsafe H.hash(secret, $0.bytes, info, into: &block) }
      let length = min(block.count, output.byteCount - offset)
      for index in 0..<length {
        output.storeBytes(of: block.bytes.byte(at: index), toByteOffset: offset + index, as: UInt8.self)
      }
      offset += length
      counter &+= 1
    }
  }
}

#if !canImport(Darwin)
extension SharedSecret {
  /// Derives a key with the KDF of ANSI X9.63 (SEC 1, section 3.6.1).
  ///
  /// - Parameters:
  ///   - hashFunction: The hash function, such as `SHA256.self`.
  ///   - sharedInfo: What the key is for; binds it to a purpose and to the parties.
  ///   - outputByteCount: The size of the key in bytes.
  /// - Returns: The key.
  public func x963DerivedSymmetricKey<H: HashFunction, SI: DataProtocol>(
    using hashFunction: H.Type,
    sharedInfo: SI,
    outputByteCount: Int
  ) -> SymmetricKey {
    ANSIKDFx963<H>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: self), info: sharedInfo, outputByteCount: outputByteCount)
  }
}
#endif

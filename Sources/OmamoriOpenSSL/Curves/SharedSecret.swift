public import OmamoriCore

/// What two parties agreed on, to derive keys from; no key itself, since its bytes are not evenly
/// distributed.
///
/// Prints as `<redacted>`, compares in constant time, and is wiped with its last owner. Immutable and safe
/// to share between threads.
public struct SharedSecret: Sendable {
  private let secret: SharedSecretBytes

  package init(_ secret: consuming SecretBytes) { self.secret = SharedSecretBytes(secret) }

  /// Derives a key with HKDF (RFC 5869).
  ///
  /// - Parameters:
  ///   - hashFunction: The hash function, such as `SHA256.self`.
  ///   - salt: The salt; may be empty.
  ///   - sharedInfo: What the key is for; binds it to a purpose and to the parties.
  ///   - outputByteCount: The size of the key in bytes, at most 255 times that of a digest.
  /// - Returns: The key.
  public func hkdfDerivedSymmetricKey<H: HashFunction, Salt: DataProtocol, SI: DataProtocol>(
    using hashFunction: H.Type,
    salt: Salt,
    sharedInfo: SI,
    outputByteCount: Int
  ) -> SymmetricKey {
    HKDF<H>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: self),
      salt: salt,
      info: sharedInfo,
      outputByteCount: outputByteCount
    )
  }
}

extension SharedSecret: ContiguousBytes {
  /// Calls a closure with the bytes of the secret.
  ///
  /// - Parameter body: Reads the bytes; they must not leave it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    // because the secret outlives the closure
    try secret.withBytes { span in try unsafe span.withUnsafeBytes { try unsafe body($0) } }
  }
}

extension SharedSecret: Hashable {
  /// Says whether both have the same bytes, in a time that depends on their lengths only.
  public static func == (lhs: SharedSecret, rhs: SharedSecret) -> Bool { lhs.secret == rhs.secret }

  /// Says whether the bytes are those of `rhs`, in a time that depends on the lengths only.
  public static func == <D: DataProtocol>(lhs: SharedSecret, rhs: D) -> Bool {
    rhs.withRawSpan { right in lhs.secret.withBytes { ConstantTime.equal($0, right) } }
  }

  /// Says whether the bytes differ from those of `rhs`, in a time that depends on the lengths only.
  public static func != <D: DataProtocol>(lhs: SharedSecret, rhs: D) -> Bool { !(lhs == rhs) }

  /// Feeds the bytes to a hasher, whose result must not be shown.
  public func hash(into hasher: inout Hasher) {
    // because the hasher reads the bytes at once
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension SharedSecret: RedactedDescription {}

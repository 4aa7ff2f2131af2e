public import OmamoriCore

/// A key for a symmetric algorithm; the interface of CryptoKit's type of the same name.
///
/// The bytes live in locked memory (see `SecretBytes` of OmamoriCore) and are wiped when the last copy of the value is
/// gone. Keys are compared in constant time and print as `<redacted>`. Any length is taken, as CryptoKit does; an
/// algorithm refuses a length that it cannot use.
public struct SymmetricKey: ContiguousBytes, Sendable {
  private let secret: SharedSecretBytes

  /// Makes a random key.
  ///
  /// - Parameter size: The size, mostly ``SymmetricKeySize/bits256``.
  public init(size: SymmetricKeySize) {
    do throws(CoreError) {
      secret = SharedSecretBytes(try SecretBytes(randomCount: size.bitCount / 8))
    } catch {
      // because CryptoKit's initialiser does not throw, and a key that is not random must never be used
      preconditionFailure("the operating system gave no random bytes")
    }
  }

  /// Makes a key of bytes that are there; whoever holds `data` has to wipe it.
  ///
  /// - Parameter data: The bytes, which are copied. They must be uniformly random: a password is no key.
  public init<D: ContiguousBytes>(data: D) {
    // because the buffer is only read during the call
    secret = unsafe data.withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
  }

  /// Makes a key of secret bytes without a copy.
  package init(_ secret: consuming SecretBytes) { self.secret = SharedSecretBytes(secret) }

  /// The number of bits.
  public var bitCount: Int { secret.count * 8 }

  /// The number of bytes.
  package var byteCount: Int { secret.count }

  /// Calls `body` with the bytes of the key; do not let them leave it.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try secret.withBytes { try unsafe $0.withUnsafeBytes(body) }
  }

  /// Calls `body` with the bytes of the key.
  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try secret.withBytes(body)
  }
}

extension SymmetricKey: Equatable {
  /// Says whether both have the same bytes, in a time that depends on their lengths only.
  public static func == (left: SymmetricKey, right: SymmetricKey) -> Bool { left.secret == right.secret }
}

extension SymmetricKey: RedactedDescription {}

/// The size of a symmetric key; the interface of CryptoKit's type of the same name.
public struct SymmetricKeySize: Sendable {
  /// The size in bits.
  public let bitCount: Int

  /// 128 bits.
  public static var bits128: SymmetricKeySize { SymmetricKeySize(bitCount: 128) }
  /// 192 bits.
  public static var bits192: SymmetricKeySize { SymmetricKeySize(bitCount: 192) }
  /// 256 bits.
  public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }

  /// Makes a size.
  ///
  /// - Parameter bitCount: A positive number of bits, a multiple of 8.
  public init(bitCount: Int) {
    // because CryptoKit's initialiser does not throw, and a size stands in source text, never in data
    precondition(
      bitCount > 0 && bitCount.isMultiple(of: 8), "the size of a key is a positive multiple of 8 bits")
    self.bitCount = bitCount
  }
}

/// Secret bytes with many owners, wiped when the last one is gone.
///
/// Prints, reflects and dumps as `<redacted>`, does not encode, and compares in constant time. Safe to use from any
/// thread; the bytes never change.
public final class SharedSecretBytes: Sendable {
  private let secret: SecretBytes

  /// Takes over a secret.
  public init(_ secret: consuming SecretBytes) { self.secret = secret }

  /// The number of bytes.
  public var count: Int { secret.count }

  /// Whether the bytes are kept out of swap; see ``SecretBytes/isLocked``.
  public var isLocked: Bool { secret.isLocked }

  /// The bytes, readable as long as this owner is.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      // because the bytes stay where they are for as long as there is an owner
      let buffer = unsafe secret.withBytes { unsafe $0.withUnsafeBytes { unsafe $0 } }
      return unsafe _overrideLifetime(buffer.bytes, borrowing: self)
    }
  }

  /// Calls `body` with the bytes.
  ///
  /// - Parameter body: Reads the bytes; they cannot leave it except by copying.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try secret.withBytes(body)
  }

  /// A secret with one owner and the same bytes.
  public func copy() -> SecretBytes { secret.copy() }
}

extension SharedSecretBytes: Equatable {
  /// Says whether both have the same bytes, in a time that depends on their lengths only.
  public static func == (left: SharedSecretBytes, right: SharedSecretBytes) -> Bool {
    left.secret.isEqual(to: right.secret)
  }
}

extension SharedSecretBytes: RedactedDescription {}

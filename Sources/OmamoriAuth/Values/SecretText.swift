public import OmamoriCore

/// A secret that is text: a token, a code, a verifier, a client secret, a password.
///
/// Kept in locked memory and wiped when the last copy is gone; prints, dumps and reflects as `<redacted>`, does not
/// encode, and compares in constant time.
public struct SecretText: Sendable, Equatable {
  private let bytes: SharedSecretBytes

  /// Takes over a secret in UTF-8.
  public init(_ secret: consuming SecretBytes) { bytes = SharedSecretBytes(secret) }

  /// Copies a text; the copy that was passed is not wiped.
  ///
  /// - Parameter text: The text.
  public init(copying text: String) { bytes = SharedSecretBytes(SecretBytes(copying: Array(text.utf8))) }

  /// The number of bytes in UTF-8.
  public var count: Int { bytes.count }

  /// Whether there is no byte.
  public var isEmpty: Bool { bytes.count == 0 }

  /// Calls `body` with the bytes in UTF-8.
  ///
  /// - Parameter body: Reads the bytes; they cannot leave it except by copying.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes(body)
  }

  /// The text, in memory that is not wiped; for the one place that has to write it down.
  public func reveal() -> String {
    bytes.withBytes { span in String(decoding: span.byteArray, as: UTF8.self) }
  }
}

extension SecretText: RedactedDescription {}

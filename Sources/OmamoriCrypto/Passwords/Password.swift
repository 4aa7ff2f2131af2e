public import OmamoriCore

/// A password or passphrase: a secret that a person can remember, and that somebody else can therefore guess.
///
/// It is not a key. No function that wants a `SymmetricKey` takes a password and nothing turns one into the other
/// except a function that is slow on purpose (``PasswordHasher``, the password recipients of files).
///
/// The bytes are in locked memory that is wiped when the last copy of the value is gone. The `String`, array or text
/// field that a password was made from is outside of that guarantee: its memory belongs to somebody else and may hold
/// the characters until it is used again. Prints, reflects and dumps as `<redacted>`, is not `Encodable`, and has no
/// `==`: check a password with ``PasswordHasher/verify(_:against:)``. Safe to share between threads.
public struct Password: Sendable {
  private let secret: SharedSecretBytes

  /// Takes the UTF-8 of a text, just as it is.
  ///
  /// Equal-looking texts can differ in their bytes (é as one or as two characters). Systems hand out the composed form;
  /// a program that takes passwords from elsewhere should normalise them first.
  ///
  /// - Parameter text: The password; its own memory is neither locked nor wiped.
  public init(_ text: String) {
    var text = text
    secret = text.withUTF8 { utf8 in
      // because the bytes are only read inside the closure
      SharedSecretBytes(SecretBytes(copying: unsafe UnsafeRawBufferPointer(utf8).bytes))
    }
  }

  /// Takes over secret bytes, such as those read from a terminal without echo.
  public init(_ bytes: consuming SecretBytes) { secret = SharedSecretBytes(bytes) }

  /// Takes bytes.
  ///
  /// - Parameter bytes: The password; the array's own memory is neither locked nor wiped.
  public init(bytes: [UInt8]) { secret = SharedSecretBytes(SecretBytes(copying: bytes)) }

  /// The number of bytes (not of characters).
  public var byteCount: Int { secret.count }

  /// Whether the password has no bytes.
  public var isEmpty: Bool { secret.count == 0 }

  /// Calls `body` with the bytes, which cannot leave it except by copying.
  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try secret.withBytes(body)
  }
}

extension Password: RedactedDescription {}

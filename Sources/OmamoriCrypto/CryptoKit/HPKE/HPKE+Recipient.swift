#if !canImport(Darwin)
public import OmamoriCore

extension HPKE {
  /// The side that decrypts messages, in the order in which they were sealed.
  ///
  /// A message that does not open leaves the recipient as it was. A value; safe to share between threads.
  public struct Recipient: Sendable {
    private let context: HPKEContext
    /// The number of the next message.
    private var next: UInt64

    init(
      _ suite: Ciphersuite,
      _ mode: HPKEMode,
      _ sharedSecret: SymmetricKey,
      info: Data,
      presharedKey: HPKEPresharedKey? = nil,
      firstNumber: UInt64 = 0
    ) {
      context = HPKEContext(suite, mode, sharedSecret: sharedSecret, info: info, presharedKey: presharedKey)
      next = firstNumber
    }

    /// Decrypts the next message after making sure that it and the other data are what was sealed.
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext and the tag.
    ///   - aad: The data that were authenticated with it.
    /// - Returns: The message.
    /// - Throws: ``CryptoKitError/authenticationFailure``, or ``HPKE/Errors``.
    public mutating func open<C: DataProtocol, AD: DataProtocol>(_ ciphertext: C, authenticating aad: AD)
      throws
      -> Data
    {
      let message = try ciphertext.withRawSpan { ciphertext in
        try aad.withRawSpan { try context.open(ciphertext, authenticating: $0, number: next) }
      }
      next += 1
      return message
    }

    /// Decrypts the next message after making sure that it is what was sealed.
    ///
    /// - Parameter ciphertext: The ciphertext and the tag.
    /// - Returns: The message.
    /// - Throws: ``CryptoKitError/authenticationFailure``, or ``HPKE/Errors``.
    public mutating func open<C: DataProtocol>(_ ciphertext: C) throws -> Data {
      try open(ciphertext, authenticating: Data())
    }

    /// Derives a secret that only the sender can derive too.
    ///
    /// - Parameters:
    ///   - context: What the secret is for.
    ///   - outputByteCount: The length in bytes, from 1 to 255 times the size of the suite's hash value.
    /// - Returns: The secret.
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another length.
    public func exportSecret<Context: DataProtocol>(context: Context, outputByteCount: Int) throws
      -> SymmetricKey
    {
      try context.withRawSpan { try self.context.export($0, count: outputByteCount) }
    }
  }
}
#endif

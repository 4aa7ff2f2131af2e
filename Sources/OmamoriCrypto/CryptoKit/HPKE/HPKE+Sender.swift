#if !canImport(Darwin)
public import OmamoriCore

extension HPKE {
  /// The side that encrypts messages.
  ///
  /// Send ``encapsulatedKey`` once, then the messages in the order in which they were sealed. Copies of a sender share
  /// the count of messages, so that no two messages get the same nonce. A value; safe to share between threads.
  public struct Sender: Sendable {
    /// What the recipient needs to find the shared secret; not secret itself.
    public let encapsulatedKey: Data

    private let context: HPKEContext
    /// The number of the next message.
    private let next: Protected<UInt64>

    init(
      _ suite: Ciphersuite,
      _ mode: HPKEMode,
      _ result: OmamoriCrypto.KEM.EncapsulationResult,
      info: Data,
      presharedKey: HPKEPresharedKey? = nil,
      firstNumber: UInt64 = 0
    ) {
      encapsulatedKey = result.encapsulated
      context = HPKEContext(
        suite, mode, sharedSecret: result.sharedSecret, info: info, presharedKey: presharedKey)
      next = Protected(firstNumber)
    }

    /// Encrypts the next message and authenticates it together with other data.
    ///
    /// - Parameters:
    ///   - msg: The message, of at most 2^36 − 32 bytes.
    ///   - aad: What the recipient must present too; not encrypted and not part of the result.
    /// - Returns: The ciphertext and the tag, 16 bytes more than the message.
    /// - Throws: ``HPKE/Errors``, or ``CryptoKitError/incorrectParameterSize`` for a longer message.
    public mutating func seal<M: DataProtocol, AD: DataProtocol>(_ msg: M, authenticating aad: AD) throws
      -> Data
    {
      try next.withLock { number in
        let sealed = try msg.withRawSpan { message in
          try aad.withRawSpan { try context.seal(message, authenticating: $0, number: number) }
        }
        number += 1
        return sealed
      }
    }

    /// Encrypts the next message.
    ///
    /// - Parameter msg: The message, of at most 2^36 − 32 bytes.
    /// - Returns: The ciphertext and the tag, 16 bytes more than the message.
    /// - Throws: ``HPKE/Errors``, or ``CryptoKitError/incorrectParameterSize`` for a longer message.
    public mutating func seal<M: DataProtocol>(_ msg: M) throws -> Data {
      try seal(msg, authenticating: Data())
    }

    /// Derives a secret that only the recipient can derive too.
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

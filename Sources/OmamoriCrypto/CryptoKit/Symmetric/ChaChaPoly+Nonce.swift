#if !canImport(Darwin)
public import OmamoriCore

extension ChaChaPoly {
  /// A number that is used for one message only; not secret.
  ///
  /// A value; safe to share between threads.
  public struct Nonce: Sendable, ContiguousBytes, Sequence {
    let bytes: Data

    init(bytes: Data) { self.bytes = bytes }

    /// Makes a random nonce of 12 bytes.
    public init() { bytes = RandomNonce.make() }

    /// Makes a nonce of bytes that are there.
    ///
    /// - Parameter data: Exactly 12 bytes.
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another length.
    public init<D: DataProtocol>(data: D) throws {
      guard data.count == AEADAlgorithm.nonceByteCount else { throw CryptoKitError.incorrectParameterSize }
      bytes = Data(data)
    }

    /// Goes over the bytes.
    public func makeIterator() -> Array<UInt8>.Iterator { Array(bytes).makeIterator() }

    /// Calls `body` with the bytes.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
      // because the caller promises not to keep the pointer
      try unsafe bytes.withUnsafeBytes(body)
    }
  }
}
#endif

#if !canImport(Darwin)
public import OmamoriCore

extension RSA.Signing {
  /// A signature.
  ///
  /// A value; safe to share between threads.
  public struct RSASignature: Sendable, Hashable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the bytes of a signature, which are examined when it is verified.
    public init(rawRepresentation: some DataProtocol) { bytes = Array(rawRepresentation) }

    /// The bytes, as many as the modulus has.
    public var rawRepresentation: Data { Data(bytes) }
  }
}
#endif

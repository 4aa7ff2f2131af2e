#if !canImport(Darwin)
public import OmamoriCore

/// What the ECDSA signatures of ``P256``, ``P384`` and ``P521`` have in common.
///
/// A value; safe to share between threads.
public protocol NISTSignature: ContiguousBytes, Sendable {
  /// The curve.
  associatedtype Curve: NISTCurve

  /// r and s, each as many bytes as a coordinate has.
  var integers: NISTSignatureIntegers<Curve> { get }

  /// Makes a signature of its two integers.
  init(integers: NISTSignatureIntegers<Curve>)
}

extension NISTSignature {
  /// Reads r and s.
  ///
  /// - Parameter rawRepresentation: r and s, 64, 96 or 132 bytes.
  /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another size.
  public init<D: DataProtocol>(rawRepresentation: D) throws {
    self.init(integers: NISTSignatureIntegers(try .init(raw: Array(rawRepresentation), Curve.domain.curve)))
  }

  /// Reads an ECDSA-Sig-Value (RFC 3279, section 2.2.3) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: ``CryptoKitASN1Error``, also when an integer is longer than the order of the curve.
  public init<D: DataProtocol>(derRepresentation: D) throws {
    let integers = try derRepresentation.withRawSpan { try SignatureIntegers(der: $0, Curve.domain.curve) }
    self.init(integers: NISTSignatureIntegers(integers))
  }

  /// r and s.
  public var rawRepresentation: Data { Data(integers.value.raw) }
  /// The ECDSA-Sig-Value (RFC 3279) in DER.
  public var derRepresentation: Data { Data(integers.value.der) }

  /// Calls a closure with r and s.
  ///
  /// - Parameter body: Reads the bytes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    // because the buffer is only used during the call
    try unsafe integers.value.raw.withUnsafeBytes(body)
  }
}
#endif

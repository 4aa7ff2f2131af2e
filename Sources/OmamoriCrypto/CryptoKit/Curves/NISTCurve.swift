#if !canImport(Darwin)
/// A curve of FIPS 186-5 over a prime field: ``P256``, ``P384`` or ``P521``.
///
/// What the keys of the three have in common is written once, in extensions of ``NISTPublicKey`` and
/// ``NISTPrivateKey``. No other type can conform in a useful way: points and key pairs are only made by
/// reading keys.
public protocol NISTCurve: Sendable {
  /// The hash function that a message is signed with unless the caller gives a digest.
  associatedtype MessageHash: HashFunction

  /// The curve's numbers.
  static var domain: NISTDomain { get }
}
#endif

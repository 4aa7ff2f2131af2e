/// Why the chain of a server is not trusted.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum TrustFault: Sendable, Hashable {
  /// No chain leads to an anchor: an unknown root, or an intermediate certificate that was not sent.
  case untrustedRoot
  /// The server's certificate, or an anchor that is not trusted, signed itself.
  case selfSigned
  /// A certificate has expired; `depth` 0 is the server's.
  case expired(depth: Int)
  /// A certificate is not valid yet.
  case notYetValid(depth: Int)
  /// No subject alternative name is that of the host; the common name does not count.
  case wrongHost
  /// The certificate has no subject alternative names.
  case noSubjectAlternativeName
  /// A signature does not fit, or a certificate cannot be read.
  case malformed(depth: Int)
  /// A certificate may not sign others, or not so far down.
  case notAnAuthority(depth: Int)
  /// The server sent more than this many certificates.
  case tooManyCertificates(limit: Int)
  /// There are more than this many authorities between the server's certificate and a root.
  case tooManyAuthorities(limit: Int)
  /// A certificate is not for this use (key usage, extended key usage).
  case wrongUse(depth: Int)
  /// A name is outside of what an authority may sign (RFC 5280, section 4.2.1.10).
  case nameConstraint(depth: Int)
  /// A key is too short, or of a kind that is not accepted.
  case weakKey(depth: Int)
  /// A signature uses a digest that is not accepted, such as SHA-1.
  case weakSignature(depth: Int)
  /// A certificate is valid for longer than this many days.
  case validityTooLong(depth: Int, limit: Int)
  /// A certificate has a critical extension that is not understood.
  case unknownCriticalExtension(depth: Int)
  /// A certificate breaks a rule of RFC 5280 or of the CA/Browser Forum.
  case nonconforming(depth: Int)
  /// The certificate says that its status must be stapled (RFC 7633), and it was not.
  case stapleMissing
  /// The stapled status is not about this certificate, not signed by its issuer, or too old.
  case stapleInvalid
  /// The certificate was revoked.
  case revoked(depth: Int)
  /// TLS 1.2 without the extended master secret (RFC 7627).
  case noExtendedMasterSecret
  /// The version of TLS is older than the policy allows, or unknown.
  case oldVersion
  /// The cipher suite is none of the 13 of App Transport Security, or not one of that version.
  case weakCipherSuite
  /// The validator gave a reason that has no name here.
  case other(code: Int)
}

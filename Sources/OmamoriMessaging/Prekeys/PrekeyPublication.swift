public import OmamoriCore

/// Public keys for a server, which hands them out to whoever wants to start a session.
///
/// Nothing in it is secret. The server replaces the signed part and adds the entries, each of which it hands out once, one
/// of each kind with a bundle. A value; safe to share between threads.
public struct PrekeyPublication: Sendable, Hashable {
  /// The identity, the suites, the signed prekey and the last-resort key under one signature.
  public let signedPart: [UInt8]
  /// When the signed part expires; publish again before.
  public let expires: Date
  /// Keys of X25519 for one session each.
  public let oneTimeKeys: [PrekeyEntry]
  /// Keys for encapsulation for one session each, as many as there are ``oneTimeKeys``; empty when no suite has ML-KEM.
  ///
  /// Each has about 1.6 KiB with ML-KEM-1024. Without one a session uses the last-resort key, which lasts for weeks.
  public let oneTimeEncapsulationKeys: [PrekeyEntry]

  init(signedPart: SignedPart, oneTimeKeys: [OneTimeKey], oneTimeEncapsulationKeys: [OneTimeEncapsulationKey])
  {
    self.signedPart = signedPart.encoded
    expires = Date(timeIntervalSince1970: Double(signedPart.expiry))
    self.oneTimeKeys = oneTimeKeys.map { PrekeyEntry(identifier: $0.identifier, bytes: $0.encoded) }
    self.oneTimeEncapsulationKeys = oneTimeEncapsulationKeys.map {
      PrekeyEntry(identifier: $0.identifier, bytes: $0.encoded)
    }
  }
}

/// An identity with the proof that its keys belong together, as it travels to somebody who does not know it yet.
///
/// A value; safe to share between threads.
struct PresentedIdentity: Sendable, Hashable {
  /// The size of the encoded form in bytes: two keys and a signature.
  static let byteCount = 128

  /// Both keys.
  let identity: PeerIdentity
  /// The signature of the signing key over the agreement key.
  let signature: [UInt8]

  /// Verifies an identity.
  ///
  /// - Parameters:
  ///   - bytes: 128 bytes: signing key, agreement key, signature.
  ///   - known: An identity that was verified before; the same keys are not verified again.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/invalid``.
  init(verifying bytes: [UInt8], known: PeerIdentity? = nil) throws(MessagingError) {
    guard bytes.count == Self.byteCount else { throw .identity(.invalid) }
    identity = try PeerIdentity(signingKey: Array(bytes[..<32]), agreementKey: Array(bytes[32..<64]))
    signature = Array(bytes[64...])
    guard
      identity == known || identity.isValid(signature, for: .identity(agreementKey: identity.agreementKey))
    else { throw .identity(.invalid) }
  }

  /// Presents an own identity.
  init(_ identity: PeerIdentity, signature: [UInt8]) {
    self.identity = identity
    self.signature = signature
  }

  /// The encoded form.
  var encoded: [UInt8] { identity.keys + signature }
}

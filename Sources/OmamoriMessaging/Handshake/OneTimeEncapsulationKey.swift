import OmamoriCore

/// A public key for encapsulation that is used for one session, signed by its owner.
///
/// A value; safe to share between threads.
struct OneTimeEncapsulationKey: Sendable, Hashable {
  /// The mechanism.
  let encapsulation: KeyEncapsulation
  /// The number, from 1.
  let identifier: UInt32
  /// The public key.
  let key: [UInt8]
  private let signature: [UInt8]

  /// Verifies an entry.
  ///
  /// - Parameters:
  ///   - bytes: The encoded form.
  ///   - identity: Who must have signed it.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid``.
  init(verifying bytes: [UInt8], identity: PeerIdentity) throws(MessagingError) {
    guard let encapsulation = bytes.first.flatMap(KeyEncapsulation.init(rawValue:)),
      bytes.count == 5 + encapsulation.publicKeyByteCount + SignedStatement.signatureByteCount
    else { throw .prekey(.invalid) }
    self.encapsulation = encapsulation
    identifier = bytes[1..<5].reduce(0) { $0 << 8 | UInt32($1) }
    key = Array(bytes[5...].dropLast(SignedStatement.signatureByteCount))
    signature = Array(bytes.suffix(SignedStatement.signatureByteCount))
    guard identifier > 0, encapsulation.isPublicKey(key),
      identity.isValid(signature, for: .oneTimeKey(content))
    else { throw .prekey(.invalid) }
  }

  /// Signs a key.
  init(
    signing identity: MessagingIdentity,
    encapsulation: KeyEncapsulation,
    identifier: UInt32,
    key: [UInt8]
  ) throws(MessagingError) {
    self.encapsulation = encapsulation
    self.identifier = identifier
    self.key = key
    let content = Self.content(encapsulation, identifier, key)
    signature = try identity.signature(for: .oneTimeKey(content))
  }

  /// The encoded form.
  var encoded: [UInt8] { content + signature }

  private var content: [UInt8] { Self.content(encapsulation, identifier, key) }

  private static func content(_ encapsulation: KeyEncapsulation, _ identifier: UInt32, _ key: [UInt8])
    -> [UInt8]
  {
    [encapsulation.rawValue] + identifier.bigEndianBytes + key
  }
}

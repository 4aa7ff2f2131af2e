import OmamoriCore
import OmamoriCrypto

/// Everything public that both sides of a handshake must agree on; its hash goes into every key and every message.
struct HandshakeTranscript {
  /// What the initiator sends.
  let opening: HandshakeOpening
  /// The address of the initiator.
  let initiatorAddress: MessagingAddress
  /// SHA-256 of the signed part of the responder's key bundle.
  let signedPartDigest: [UInt8]
  /// The responder's identity.
  let responder: PeerIdentity
  /// The address of the responder.
  let responderAddress: MessagingAddress
  /// The one-time public key of X25519 that was used, or `nil`.
  let oneTimeKey: [UInt8]?
  /// The public key that the opening encapsulates to, or `nil`.
  let encapsulationKey: [UInt8]?

  /// SHA-256 of all parts, each of which has a fixed length or stands behind its own.
  var digest: [UInt8] {
    var hash = SHA256()
    hash.update(data: Array("Omamori Messaging v1 handshake".utf8) + [0])
    let opening = opening.encoded
    hash.update(data: UInt16(clamping: opening.count).bigEndianBytes + opening)
    hash.update(data: initiatorAddress.binding + signedPartDigest + responder.keys + responderAddress.binding)
    for key in [oneTimeKey ?? [], encapsulationKey ?? []] {
      hash.update(data: UInt16(clamping: key.count).bigEndianBytes + key)
    }
    return Array(hash.finalize())
  }
}

import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// The state machine beside libsignal-protocol-c, live, both ways.
@Suite("RatchetCore and libsignal-protocol-c", .enabled(if: SignalPeer.program != nil))
struct SignalRatchetTests {
  typealias PrivateKey = Curve25519.KeyAgreement.PrivateKey

  @Test(arguments: [true, false])
  func talk(weBegin: Bool) throws {
    let chance = SeededRandomness(seed: weBegin ? 21 : 22)
    // libsignal-protocol-c takes private keys in the form that RFC 7748 brings them into.
    let bytes = try (0..<4).map { _ in
      var key = try chance.bytes(count: 32)
      (key[0], key[31]) = (key[0] & 0xF8, key[31] & 0x7F | 0x40)
      return key
    }
    let keys = try bytes.map { try PrivateKey(secret: SecretBytes(copying: $0)) }
    let (identity, theirs, base, prekey) = (keys[0], keys[1], keys[2], keys[3])
    let program = try #require(SignalPeer.program)
    let peer = try LinePeer([program])
    // We and the peer agree as X3DH says, each with its own private keys.
    let (answer, root): (String, SharedSecretBytes)
    if weBegin {
      answer = try peer.ask("responder", bytes[1], bytes[3], identity.publicBytes, base.publicBytes)
      root = SignalMessages.rootKey([
        SharedSecretBytes(try identity.agreement(with: prekey.publicBytes)),
        SharedSecretBytes(try base.agreement(with: theirs.publicBytes)),
        SharedSecretBytes(try base.agreement(with: prekey.publicBytes)),
      ])
    } else {
      answer = try peer.ask("initiator", bytes[1], bytes[2], identity.publicBytes, prekey.publicBytes)
      root = SignalMessages.rootKey([
        SharedSecretBytes(try prekey.agreement(with: theirs.publicBytes)),
        SharedSecretBytes(try identity.agreement(with: base.publicBytes)),
        SharedSecretBytes(try prekey.agreement(with: base.publicBytes)),
      ])
    }
    #expect(answer == "ok")
    let none = SharedSecretBytes([UInt8](repeating: 0, count: 32))
    let secrets = SessionSecrets(
      rootKey: root, initiatorHeaderKey: none, responderHeaderKey: none, associatedData: [], identifier: [])
    let binding = [UInt8](repeating: 0, count: 32)
    let ratchet: RatchetCore<SignalMessages> =
      weBegin
      ? RatchetCore(initiator: secrets, binding: binding, remoteKey: prekey.publicBytes)
      : RatchetCore(responder: secrets, binding: binding, ownKey: prekey)
    let (ours, others) = ([5] + identity.publicBytes, [5] + theirs.publicBytes)
    var run = InteroperabilityRun(ratchet: ratchet, peer: peer, chance: chance)
    try run.exchange(steps: 150, peerMayBegin: !weBegin, toPeer: ours + others, fromPeer: others + ours)
  }
}

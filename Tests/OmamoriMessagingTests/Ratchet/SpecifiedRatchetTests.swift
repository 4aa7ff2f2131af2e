import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// The state machine beside PyPI's DoubleRatchet, live, both ways.
@Suite("RatchetCore and PyPI's DoubleRatchet", .enabled(if: Python.has("doubleratchet")))
struct SpecifiedRatchetTests {
  @Test(arguments: [true, false])
  func talk(weBegin: Bool) throws {
    let chance = SeededRandomness(seed: weBegin ? 11 : 12)
    let secrets = try RatchetPair.secrets(chance)
    let own = try chance.bytes(count: 32)
    let prekey = try Curve25519.KeyAgreement.PrivateKey(secret: SecretBytes(copying: own))
    let peer = try LinePeer(script: "specified_ratchet.py")
    let binding = [UInt8](repeating: 0, count: 32)
    let ratchet: RatchetCore<OpenHeaders>
    if weBegin {
      #expect(try peer.ask("responder", secrets.rootKey.bytes, own) == "ok")
      ratchet = RatchetCore(initiator: secrets, binding: binding, remoteKey: prekey.publicBytes)
    } else {
      #expect(try peer.ask("initiator", secrets.rootKey.bytes, prekey.publicBytes) == "ok")
      ratchet = RatchetCore(responder: secrets, binding: binding, ownKey: prekey)
    }
    var run = InteroperabilityRun(ratchet: ratchet, peer: peer, chance: chance)
    try run.exchange(steps: 150, peerMayBegin: !weBegin)
  }
}

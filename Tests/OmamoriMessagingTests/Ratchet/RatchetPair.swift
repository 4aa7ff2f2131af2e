@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// Two sides of a session, made from a seed.
struct RatchetPair {
  /// The time at which nothing is too old.
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  var alice: DoubleRatchet
  var bob: DoubleRatchet
  let randomness: SeededRandomness

  /// A session of which no message was sent; `alice` has begun the handshake.
  init(seed: UInt64 = 1) throws {
    randomness = SeededRandomness(seed: seed)
    let prekey = try Curve25519.KeyAgreement.PrivateKey(
      secret: SecretBytes(randomCount: 32, from: randomness))
    let secrets = try Self.secrets(randomness)
    alice = try .initiator(secrets, remoteRatchetKey: prekey.publicKey)
    bob = .responder(secrets, ratchetKey: prekey)
  }

  /// What a handshake could have agreed on.
  static func secrets(_ randomness: SeededRandomness) throws -> SessionSecrets {
    func key() throws -> SharedSecretBytes {
      SharedSecretBytes(try SecretBytes(randomCount: 32, from: randomness))
    }
    return SessionSecrets(
      rootKey: try key(), initiatorHeaderKey: try key(), responderHeaderKey: try key(),
      associatedData: Array("alice and bob".utf8), identifier: try randomness.bytes(count: 16))
  }

  /// Alice seals a text.
  mutating func fromAlice(_ text: String) throws -> [UInt8] {
    try alice.seal(Array(text.utf8), authenticating: [], randomness: randomness)
  }

  /// Bob seals a text.
  mutating func fromBob(_ text: String) throws -> [UInt8] {
    try bob.seal(Array(text.utf8), authenticating: [], randomness: randomness)
  }

  /// Alice opens a message.
  mutating func toAlice(_ message: [UInt8], at now: Date = now) throws -> String {
    String(decoding: try alice.open(message, authenticating: [], now: now), as: UTF8.self)
  }

  /// Bob opens a message.
  mutating func toBob(_ message: [UInt8], at now: Date = now) throws -> String {
    String(decoding: try bob.open(message, authenticating: [], now: now), as: UTF8.self)
  }

  /// A message there and one back, so that both have stepped.
  mutating func roundTrip() throws {
    #expect(try toBob(fromAlice("there")) == "there")
    #expect(try toAlice(fromBob("back")) == "back")
  }
}

extension SharedSecretBytes {
  /// A copy of the bytes for a test.
  var bytes: [UInt8] { withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } } }

  /// Secret bytes of a test.
  convenience init(_ bytes: [UInt8]) { self.init(SecretBytes(copying: bytes)) }
}

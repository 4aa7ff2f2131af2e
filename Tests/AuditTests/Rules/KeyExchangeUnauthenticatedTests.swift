import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeyExchangeUnauthenticatedTests {
  private static let sealing = """
      func say(_ text: Data) throws -> Data { try ChaChaPoly.seal(text, using: key).combined }
      func hear(_ box: ChaChaPoly.SealedBox) throws -> Data { try ChaChaPoly.open(box, using: key) }
    """
  private static let emptyContext =
    "using: SHA256.self, salt: Data(), sharedInfo: Data(), outputByteCount: 32"

  @Test(arguments: [
    // A pair that is made anew at each start.
    """
    final class Room {
      private let privateKey = Curve25519.KeyAgreement.PrivateKey()
      private var key: SymmetricKey?
      func join(friendKey: Curve25519.KeyAgreement.PublicKey) throws {
        let secret = try ⟦privateKey.sharedSecretFromKeyAgreement(with: friendKey)⟧
        key = secret.hkdfDerivedSymmetricKey(\(emptyContext))
      }
      \(sealing)
    }
    """,
    // A kept pair, and the peer's key comes over the network.
    """
    class Session: NSObject {
      let staticKey: P256.KeyAgreement.PrivateKey
      func received(_ data: Data, completion: (SymmetricKey?) -> Void) {
        guard let peer = try? P256.KeyAgreement.PublicKey(rawRepresentation: data),
          let secret = try? ⟦self.staticKey.sharedSecretFromKeyAgreement(with: peer)⟧ else { return }
        key = HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: secret), outputByteCount: 32)
      }
      \(sealing)
    }
    """,
    """
    actor Link {
      static let pair = Curve25519.KeyAgreement.PrivateKey()
      func start(with message: Hello) throws {
        let secret = try ⟦Self.pair.sharedSecretFromKeyAgreement(with: message.publicKey)⟧
        let empty = Data()
        key = secret.hkdfDerivedSymmetricKey(
          using: SHA256.self, salt: empty, sharedInfo: empty, outputByteCount: 32)
      }
      \(sealing)
    }
    """,
  ])
  func speaks(_ source: String) { expect(KeyExchangeUnauthenticated.self, in: source, confidence: .medium) }

  @Test func oneSignAloneIsDoubtful() {
    expect(
      KeyExchangeUnauthenticated.self,
      in: """
        final class Room {
          private let privateKey = Curve25519.KeyAgreement.PrivateKey()
          func join(friendKey: Curve25519.KeyAgreement.PublicKey) throws {
            let secret = try ⟦privateKey.sharedSecretFromKeyAgreement(with: friendKey)⟧
            key = secret.hkdfDerivedSymmetricKey(\(Self.emptyContext))
          }
        }
        """, confidence: .low)
  }

  @Test(arguments: [
    // The peer's key is signed.
    """
    final class Room {
      private let privateKey = Curve25519.KeyAgreement.PrivateKey()
      func join(_ hello: Hello) throws {
        guard friend.isValidSignature(hello.signature, for: hello.key) else { throw RoomError.forged }
        let secret = try privateKey.sharedSecretFromKeyAgreement(with: hello.publicKey)
        key = secret.hkdfDerivedSymmetricKey(\(emptyContext))
      }
      \(sealing)
    }
    """,
    // HPKE in auth mode.
    """
    final class Room {
      func join(_ friend: Curve25519.KeyAgreement.PublicKey) throws {
        sender = try HPKE.Sender(recipientKey: friend, ciphersuite: suite, info: label, authenticatedBy: mine)
      }
    }
    """,
    // A key of its own for one message to a known recipient.
    """
    func seal(_ text: Data, to recipient: Curve25519.KeyAgreement.PublicKey) throws -> Data {
      let once = Curve25519.KeyAgreement.PrivateKey()
      let secret = try once.sharedSecretFromKeyAgreement(with: recipient)
      let key = secret.hkdfDerivedSymmetricKey(\(emptyContext))
      return try AES.GCM.seal(text, using: key).combined ?? Data()
    }
    """,
    // Three agreements, of which one authenticates.
    """
    struct Agreement {
      let mine: Curve25519.KeyAgreement.PrivateKey
      func key(_ a: PublicKey, _ b: PublicKey) throws -> SymmetricKey {
        let one = try mine.sharedSecretFromKeyAgreement(with: a)
        let two = try mine.sharedSecretFromKeyAgreement(with: b)
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: mix(one, two), outputByteCount: 32)
      }
    }
    """,
    // A ratchet.
    """
    struct RatchetStep {
      let own: Curve25519.KeyAgreement.PrivateKey
      func next(_ theirs: Curve25519.KeyAgreement.PublicKey) throws -> SymmetricKey {
        try own.sharedSecretFromKeyAgreement(with: theirs).hkdfDerivedSymmetricKey(\(emptyContext))
      }
    }
    """,
    // A key of its own for each direction, bound to its purpose.
    """
    final class Room {
      private let privateKey = Curve25519.KeyAgreement.PrivateKey()
      func join(friendKey: Curve25519.KeyAgreement.PublicKey) throws {
        let secret = try privateKey.sharedSecretFromKeyAgreement(with: friendKey)
        sending = secret.hkdfDerivedSymmetricKey(
          using: SHA256.self, salt: Data(), sharedInfo: Data("room 1 sender".utf8), outputByteCount: 32)
      }
      func say(_ text: Data) throws -> Data { try ChaChaPoly.seal(text, using: sending).combined }
      func hear(_ box: ChaChaPoly.SealedBox) throws -> Data { try ChaChaPoly.open(box, using: receiving) }
    }
    """,
  ])
  func isSilent(_ source: String) { expect(KeyExchangeUnauthenticated.self, in: source) }
}

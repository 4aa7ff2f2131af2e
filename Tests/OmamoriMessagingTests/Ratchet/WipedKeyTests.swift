import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// What stays of a key in the place where it stood.
@Suite("Keys of a ratchet after their use", .serialized)
struct WipedKeyTests {
  /// A place in the memory for secrets, which stays mapped, and what stood there.
  private struct Place {
    let address: UInt
    let bytes: [UInt8]

    init(_ key: SharedSecretBytes) {
      // because the number alone leaves the closure
      address = key.withBytes { bytes in unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
      bytes = key.bytes
    }

    /// Whether the bytes stand there still; another secret may have taken the place.
    var isThere: Bool {
      // because regions for small secrets are never unmapped
      guard let start = unsafe UnsafeRawPointer(bitPattern: address) else { return false }
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: bytes.count)) == bytes
    }
  }

  private func cores() throws -> (alice: RatchetCore<SealedHeaders>, bob: RatchetCore<SealedHeaders>) {
    let randomness = SeededRandomness(seed: 5)
    let prekey = Curve25519.KeyAgreement.PrivateKey()
    let secrets = try RatchetPair.secrets(randomness)
    let binding = [UInt8](repeating: 1, count: 32)
    return (
      RatchetCore(initiator: secrets, binding: binding, remoteKey: prekey.publicBytes),
      RatchetCore(responder: secrets, binding: binding, ownKey: prekey)
    )
  }

  @Test func chainKeysAndRootKeysAreGone() throws {
    var (alice, bob) = try cores()
    let random = SystemRandomness()
    let before = [Place(alice.rootKey), Place(bob.rootKey)]
    let first = try alice.seal([1], authenticating: [], randomness: random)
    #expect(try bob.open(first, authenticating: [], at: 1) == [1])
    #expect(!before.contains { $0.isThere })
    let used = try [
      Place(alice.rootKey), Place(#require(alice.sending?.chainKey)),
      Place(#require(bob.receiving.last?.chainKey)),
    ]
    #expect(used.allSatisfy { $0.isThere }, "the search finds what is there")
    let late = try alice.seal([2], authenticating: [], randomness: random)
    let message = try alice.seal([3], authenticating: [], randomness: random)
    #expect(try bob.open(message, authenticating: [], at: 1) == [3])
    #expect(!used[1].isThere && !used[2].isThere)
    let skipped = Place(try #require(bob.skipped.entries.first?.key))
    #expect(skipped.isThere)
    #expect(try bob.open(late, authenticating: [], at: 1) == [2])
    #expect(!skipped.isThere)
  }

  @Test func ratchetKeysAreGoneAsSoonAsTheyHaveServed() throws {
    var (alice, bob) = try cores()
    let random = SystemRandomness()
    let key = try #require(bob.ownKey).withSecret { SharedSecretBytes(SecretBytes(copying: $0)) }.bytes
    let first = try alice.seal([1], authenticating: [], randomness: random)
    #expect(try bob.open(first, authenticating: [], at: 1) == [1])
    #expect(bob.ownKey == nil)
    let state = bob.encoded().bytes
    #expect(!state.indices.dropLast(31).contains { Array(state[$0..<$0 + 32]) == key })
  }
}

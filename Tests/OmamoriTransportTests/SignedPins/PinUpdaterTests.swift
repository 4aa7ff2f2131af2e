@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriTransport

/// Pins are replaced by newer signed ones only, and in every failure those that were built in count.
@Suite("Signed pin sets: updating")
struct PinUpdaterTests {
  typealias Fixtures = SignedPinFixtures

  private func leaf(_ policy: TransportPolicy, _ host: String = "api.example.com") throws -> [Pin] {
    try #require(try policy.policy(for: HostName(host)).pins).leaf
  }

  @Test("A set replaces the pins of the hosts that may be updated, and nothing else of their rules")
  func update() async throws {
    let updater = try Fixtures.updater(InMemorySecretStore())
    #expect(await updater.current().status == .builtIn)
    let (policy, status) = try await updater.apply(Fixtures.signed(3))
    #expect(
      status
        == .updated(
          sequence: 3, expires: Fixtures.start + 30 * 86_400, hosts: [try Fixtures.pattern("api.example.com")]
        ))
    #expect(try leaf(policy) == PinDocumentFixtures.pins(7, 8))
    let rule = try policy.policy(for: HostName("api.example.com"))
    #expect(rule.minimumVersion == .tls12 && rule.pins?.expiry == Fixtures.start + 30 * 86_400)
    #expect(try leaf(policy, "login.example.com") == PinDocumentFixtures.pins(1, 2))
    var rest = policy
    rest.rules = try Fixtures.builtIn().rules
    #expect(rest == (try Fixtures.builtIn()))
  }

  @Test("A set cannot reach hosts that are not declared, nor other names of declared ones")
  func reach() async throws {
    let updater = try Fixtures.updater(InMemorySecretStore())
    let (policy, status) = try await updater.apply(Fixtures.signed(3, host: "login.example.com"))
    #expect(policy == (try Fixtures.builtIn()))
    #expect(status == .updated(sequence: 3, expires: Fixtures.start + 30 * 86_400, hosts: []))
  }

  @Test("An older set is refused, also after a start; the same one again is fine")
  func rollback() async throws {
    let store = InMemorySecretStore()
    let updater = try Fixtures.updater(store)
    _ = try await updater.apply(Fixtures.signed(5))
    for updater in [updater, try Fixtures.updater(store)] {
      await #expect(throws: TransportError.rolledBack(expected: 5, found: 4)) {
        try await updater.apply(Fixtures.signed(4))
      }
      let other = try Fixtures.signed(5, pins: PinDocumentFixtures.pins(9, 10))
      await #expect(throws: TransportError.rolledBack(expected: 6, found: 5)) {
        try await updater.apply(other)
      }
      let (policy, _) = try await updater.apply(Fixtures.signed(5))
      #expect(try leaf(policy) == PinDocumentFixtures.pins(7, 8))
    }
    #expect(try await Fixtures.updater(store).current().policy == updater.current().policy)
  }

  @Test("A locked store is not an empty one: the built-in pins count and no set is accepted until it answers")
  func lockedStore() async throws {
    let store = InMemorySecretStore()
    _ = try await Fixtures.updater(store).apply(Fixtures.signed(5))
    store.problem = .locked
    let updater = try Fixtures.updater(store)
    let (policy, status) = await updater.current()
    #expect(policy == (try Fixtures.builtIn()) && status == .storeUnavailable(.locked))
    await #expect(throws: TransportError.secretStore(.locked)) { try await updater.apply(Fixtures.signed(6)) }
    store.problem = nil
    #expect(try leaf(await updater.current().policy) == PinDocumentFixtures.pins(7, 8))
  }

  @Test("A damaged record is not an empty store either")
  func damaged() async throws {
    let store = InMemorySecretStore()
    try await store.replace(SecretBytes(copying: [2, 3] as [UInt8]), named: "omamori.transport.pins")
    let updater = try Fixtures.updater(store)
    #expect(await updater.current().status == .storeUnavailable(.corrupt))
    await #expect(throws: TransportError.secretStore(.corrupt)) {
      try await updater.apply(Fixtures.signed(1))
    }
  }

  @Test("After its expiry a set no longer counts, and the built-in pins do")
  func expiry() async throws {
    let clock = ManualClock()
    let store = InMemorySecretStore()
    let updater = try Fixtures.updater(store, clock: clock)
    _ = try await updater.apply(Fixtures.signed(5))
    clock.advance(by: .seconds(30 * 86_400))
    let (policy, status) = await updater.current()
    #expect(policy == (try Fixtures.builtIn()) && status == .expired(sequence: 5))
    await #expect(throws: TransportError.rolledBack(expected: 5, found: 4)) {
      try await updater.apply(Fixtures.signed(4, expires: 90 * 86_400))
    }
    _ = try await updater.apply(Fixtures.signed(6, expires: 90 * 86_400))
    #expect(try leaf(await updater.current().policy) == PinDocumentFixtures.pins(7, 8))
  }

  @Test("A set that is over, or from the future, does not raise the number")
  func notCurrent() async throws {
    let updater = try Fixtures.updater(InMemorySecretStore())
    await #expect(throws: TransportError.notCurrent) {
      try await updater.apply(Fixtures.signed(9, issued: -20, expires: -10))
    }
    await #expect(throws: TransportError.notCurrent) {
      try await updater.apply(Fixtures.signed(9, issued: 2 * 86_400))
    }
    _ = try await updater.apply(Fixtures.signed(1))
  }

  @Test("A set whose key is no longer believed stops counting; its number stays")
  func retiredKey() async throws {
    let store = InMemorySecretStore()
    _ = try await Fixtures.updater(store).apply(Fixtures.signed(5))
    let updater = try Fixtures.updater(store, keys: [2])
    #expect(await updater.current().status == .unusable(sequence: 5))
    #expect(await updater.current().policy == (try Fixtures.builtIn()))
    await #expect(throws: TransportError.rolledBack(expected: 5, found: 4)) {
      try await updater.apply(Fixtures.signed(4, key: 2))
    }
    _ = try await updater.apply(Fixtures.signed(6, key: 2))
  }

  @Test("The set that is known, signed anew with a key that is believed, counts again")
  func resigned() async throws {
    let store = InMemorySecretStore()
    _ = try await Fixtures.updater(store).apply(Fixtures.signed(5))
    let updater = try Fixtures.updater(store, keys: [2])
    let (policy, _) = try await updater.apply(Fixtures.signed(5, key: 2))
    #expect(try leaf(policy) == PinDocumentFixtures.pins(7, 8))
    #expect(try leaf(await Fixtures.updater(store, keys: [2]).current().policy) == PinDocumentFixtures.pins(7, 8))
  }

  @Test("Of sets that arrive at once the newest stays")
  func concurrent() async throws {
    let store = InMemorySecretStore()
    let updater = try Fixtures.updater(store)
    await withTaskGroup { group in
      for sequence in (1...20 as ClosedRange<UInt64>).shuffled() {
        group.addTask { _ = try? await updater.apply(Fixtures.signed(sequence)) }
      }
    }
    guard case .updated(20, _, _) = try await Fixtures.updater(store).current().status else {
      Issue.record("the newest set counts")
      return
    }
  }

  @Test("What could never work is refused when the updater is made")
  func configuration() throws {
    func make(_ host: String, keys: [UInt8]) throws -> PinUpdater {
      try PinUpdater(
        builtIn: Fixtures.builtIn(), updatable: [Fixtures.pattern(host)],
        keys: keys.map { PinSigningKey(try Fixtures.key($0).publicKey) }, audience: "a",
        store: InMemorySecretStore())
    }
    #expect(throws: TransportError.policy(.noPins)) { try make("other.example.com", keys: [1]) }
    #expect(throws: TransportError.signatureInvalid) { try make("api.example.com", keys: []) }
  }

  @Test("Every state speaks two languages")
  func texts() throws {
    let states: [PinUpdateStatus] = [
      .builtIn, .updated(sequence: 1, expires: Fixtures.start, hosts: []), .expired(sequence: 1),
      .unusable(sequence: 1), .storeUnavailable(.locked),
    ]
    for state in states {
      #expect(state.explanation.english.hasSuffix(".") && state.explanation.japanese.hasSuffix("。"))
    }
  }
}

@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// Pins are replaced by newer signed ones only, and in every failure those that were built in count.
@Suite("Signed pin sets: updating")
struct PinUpdaterTests {
  typealias Fixtures = SignedPinFixtures

  private func leaf(_ policy: TransportPolicy, _ host: String = "api.example.com") throws -> [CertificatePin]
  {
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
    let store = InMemorySecretStore()
    let updater = try Fixtures.updater(store)
    await #expect(throws: TransportError.noUpdatablePattern) {
      try await updater.apply(Fixtures.signed(3, host: "login.example.com"))
    }
    #expect(await updater.current().policy == (try Fixtures.builtIn()))
    // The earlier set stays, also after a start, and the number is not taken.
    let (policy, status) = try await updater.apply(Fixtures.signed(3))
    for host in ["login.example.com", "other.example.com"] {
      await #expect(throws: TransportError.noUpdatablePattern) {
        try await updater.apply(Fixtures.signed(4, host: host))
      }
    }
    let now = await updater.current()
    #expect(now.policy == policy && now.status == status)
    #expect(try await Fixtures.updater(store).current().policy == policy)
    _ = try await updater.apply(Fixtures.signed(4))
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
    #expect(
      try leaf(await Fixtures.updater(store, keys: [2]).current().policy) == PinDocumentFixtures.pins(7, 8))
  }

  @Test("Depth, mode and warning of the rule stay; a set that cannot be met there is not remembered")
  func whatStays() async throws {
    let store = InMemorySecretStore()
    func updater(_ depth: Int) throws -> PinUpdater {
      let old = try PinSet(
        leaf: PinDocumentFixtures.pins(1, 2), greatestDepth: depth, expiry: Fixtures.start + 86_400,
        warningPeriod: 77, mode: .reportOnly)
      return try PinUpdater(
        builtIn: TransportPolicy(rules: [HostRule(Fixtures.pattern("api.example.com"), pins: old)]),
        updatable: [Fixtures.pattern("api.example.com")],
        keys: [PinSigningKey(Fixtures.key(1).publicKey)], audience: Fixtures.audience, store: store,
        clock: ManualClock())
    }
    let entry = try PinDocumentFixtures.hosts("api.example.com", authorities: PinDocumentFixtures.pins(7, 8))
    let set = try SignedPinSet.sign(
      SignedPinContent(
        audience: Fixtures.audience, sequence: 4, issued: Fixtures.start,
        expires: Fixtures.start + 9 * 86_400,
        hosts: [entry]), with: [Fixtures.key(1)])
    await #expect(throws: TransportError.policy(.unreachablePins)) { try await updater(0).apply(set) }
    #expect(try await store.secret(named: "omamori.transport.pins") == nil)
    let pins = try await updater(1).apply(set).policy.policy(for: HostName("api.example.com")).pins
    #expect(pins?.greatestDepth == 1 && pins?.mode == .reportOnly && pins?.warningPeriod == 77)
    #expect(pins?.expiry == Fixtures.start + 9 * 86_400)
  }

  @Test("A record whose number or digest is not that of its file does not count")
  func forgedRecord() async throws {
    let document = try Fixtures.signed(5)
    let digest = try SignedPinSet.verify(
      document, keys: [PinSigningKey(Fixtures.key(1).publicKey)], audience: Fixtures.audience
    ).digest
    for (sequence, digest) in [(9, digest), (5, [UInt8](repeating: 0, count: 32))] as [(UInt64, [UInt8])] {
      let store = InMemorySecretStore()
      let record = PinUpdateRecord(sequence: sequence, digest: digest, document: document)
      try await store.replace(SecretBytes(copying: record.bytes), named: "omamori.transport.pins")
      #expect(try await Fixtures.updater(store).current().status == .unusable(sequence: sequence))
    }
  }

  @Test("What another process has accepted since counts: its number is the one to compare with")
  func anotherProcess() async throws {
    let store = InMemorySecretStore()
    let (first, second) = (try Fixtures.updater(store), try Fixtures.updater(store))
    #expect(await second.current().status == .builtIn)
    _ = try await first.apply(Fixtures.signed(7))
    await #expect(throws: TransportError.rolledBack(expected: 7, found: 6)) {
      try await second.apply(Fixtures.signed(6))
    }
    #expect(try leaf(await second.current().policy) == PinDocumentFixtures.pins(7, 8))
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
    #expect(throws: TransportError.signatureInvalid) { try make("api.example.com", keys: [1, 2, 3, 4, 5]) }
    #expect(throws: Never.self) { try make("api.example.com", keys: [1, 2, 3, 4]) }
    for count in [0, 31, 33] {
      #expect(throws: TransportError.malformedDocument(line: nil)) {
        try PinSigningKey(rawRepresentation: Data(count: count))
      }
    }
    let record = PinUpdateRecord(sequence: 1, digest: [UInt8](repeating: 0, count: 32), document: [])
    let room = [UInt8](repeating: 0, count: SignedPinEnvelope.greatestSize)
    #expect(PinUpdateRecord(record.bytes + room) != nil && PinUpdateRecord(record.bytes + room + [0]) == nil)
    #expect(PinUpdateRecord([2] + record.bytes.dropFirst()) == nil)
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

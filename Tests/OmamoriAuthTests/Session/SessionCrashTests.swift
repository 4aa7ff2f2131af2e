@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Refreshes that were interrupted, and stores that fail.
@Suite struct SessionCrashTests {
  /// A session whose process ended after it had written its intent down.
  private func interrupted(_ fixture: SessionFixture, attempts: Int = 1) async throws {
    _ = try await fixture.loggedIn()
    let found = try #require(try await fixture.record())
    let tokens = try #require(found.tokens)
    let intent = RefreshIntent(sentAt: fixture.clock.date, attempts: attempts, unreadable: 0)
    try await fixture.store.inner.save(
      found.next(.active(tokens, intent)).stored(), replacing: found.generation)
  }

  /// The intent is on the disk before anything is sent, and the new tokens before anybody has them.
  @Test func everythingIsWrittenDownFirst() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.hold()
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    #expect(try await fixture.record()?.intent?.attempts == 1)
    fixture.grant.letGo()
    #expect(try await caller.value == "at-2")
    #expect(try await fixture.record()?.tokens?.refresh?.reveal() == "rt-2")
    #expect(try await fixture.record()?.intent == nil)
    let generations = fixture.store.written.map(\.generation)
    #expect(zip(generations, generations.dropFirst()).allSatisfy { $0 + 1 == $1 } && generations.count == 3)
  }

  @Test func anInterruptedRefreshIsTriedOnceMoreAtOnce() async throws {
    let fixture = SessionFixture()
    try await interrupted(fixture)
    let session = fixture.session()
    // The token that is still valid serves meanwhile.
    #expect(try await session.text() == "at-1")
    await fixture.grant.untilSent(1)
    #expect(try await session.refresh().text.reveal() == "at-2")
    #expect(fixture.grant.sent == ["rt-1"])
  }

  @Test func aRefusalAfterAnInterruptionSaysThatTheOutcomeIsUnknown() async throws {
    let fixture = SessionFixture()
    try await interrupted(fixture)
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.server(.invalidGrant, status: 400))
    let session = fixture.session()
    await #expect(throws: AuthError.session(.reauthenticationRequired(.refreshOutcomeUnknown))) {
      try await session.text()
    }
    let event = try #require(fixture.events.events.first { $0.name == "auth.session.ended" })
    #expect(event.severity == .notice && event.attributes["possible-reuse"] == .flag(false))
  }

  @Test func aConnectionThatBreaksIsTriedOnceMoreAtOnce() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.transport(.connectionLost))
    #expect(try await session.text() == "at-3")
    #expect(fixture.grant.sent == ["rt-1", "rt-1"])
    #expect(fixture.store.written.map { $0.intent?.attempts } == [nil, 1, 2, nil])
  }

  /// On a fleet, whoever lost its lock may still be waiting for the answer.
  @Test func anIntentOfAnotherHostIsLeftAloneForAWhile() async throws {
    let fixture = SessionFixture(store: FlakyStore(settlingTime: .seconds(60)))
    try await interrupted(fixture)
    fixture.clock.advance(by: .seconds(30))
    let session = fixture.session()
    #expect(try await session.text() == "at-1")
    await #expect(throws: AuthError.session(.busy)) { try await session.refresh() }
    #expect(fixture.grant.sent == [])
    fixture.clock.advance(by: .seconds(31))
    #expect(try await session.refresh().text.reveal() == "at-2")
  }

  /// The new tokens are kept and written later; the old refresh token is never sent again.
  @Test func tokensThatCannotBeWrittenAreKept() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.hold()
    let caller = Task { try await session.text() }
    await fixture.grant.untilSent(1)
    fixture.store.failWriting(.keychain(.diskFull), times: 2)
    fixture.grant.letGo()
    #expect(try await caller.value == "at-2")
    #expect(fixture.events.events.contains { $0.name == "auth.session.save-failed" })
    #expect(try await fixture.record()?.tokens?.refresh?.reveal() == "rt-1")
    #expect(try await session.text() == "at-2")
    for _ in 0..<2 {
      await fixture.clock.untilSleeping()
      fixture.clock.advance(by: .seconds(10))
    }
    for _ in 0..<2000 where fixture.store.written.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await fixture.record()?.tokens?.refresh?.reveal() == "rt-2")
    // Another process gets the lock only after that.
    fixture.clock.advance(by: .seconds(4000))
    #expect(try await fixture.session().text() == "at-3")
    #expect(fixture.grant.sent == ["rt-1", "rt-2"])
  }

  /// An intent that cannot be written keeps the token from being sent.
  @Test func withoutAnIntentNothingIsSent() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(4000))
    fixture.store.failWriting(.keychain(.locked))
    await #expect(throws: AuthError.keychain(.locked)) { try await session.text() }
    #expect(fixture.grant.sent == [])
    #expect(try await session.text() == "at-2")
  }

  @Test func aStoreThatCannotBeReadLogsNobodyOut() async throws {
    let fixture = SessionFixture()
    let session = try await fixture.loggedIn()
    fixture.clock.advance(by: .seconds(100))
    fixture.store.failReading(.keychain(.locked))
    #expect(try await session.text() == "at-1")
    fixture.store.failReading(.keychain(.locked))
    await #expect(throws: AuthError.keychain(.locked)) { try await fixture.session().text() }
  }

  /// Another process holds the lock for too long: what is still valid serves, and nothing else.
  @Test func aLockThatIsHeldIsNotWaitedForForever() async throws {
    let fixture = SessionFixture()
    _ = try await fixture.loggedIn()
    let lock = try await fixture.store.lock(within: .zero)
    var settings = SessionSettings()
    settings.lockLimit = .milliseconds(20)
    let session = fixture.session(settings: settings)
    fixture.clock.advance(by: .seconds(3600 - 50))
    #expect(try await session.text() == "at-1")
    fixture.clock.advance(by: .seconds(100))
    await #expect(throws: AuthError.session(.busy)) { try await session.text() }
    await lock.release()
    #expect(try await session.text() == "at-2")
  }

  // MARK: - The record

  @Test func recordsAreReadAsTheyWereWritten() async throws {
    let clock = ManualClock()
    let identity = SessionIdentity(issuer: "https://as.test/ü", client: "app", keyReference: "k")
    var tokens = SessionTokens(
      TokenAnswer(
        accessToken: SecretText(copying: "at"), tokenType: .dpop, lifetime: .milliseconds(1500),
        refreshToken: SecretText(copying: "rt"), scope: ["a", "b"], identityToken: SecretText(copying: "id"),
        sentAt: clock.date, serverDate: clock.date.addingTimeInterval(-3)), after: nil, isDoubtful: true,
      serial: 7)
    let states: [SessionRecord.State] = [
      .loggedOut, .reauthenticationRequired(.refused), .reauthenticationRequired(.refreshOutcomeUnknown),
      .reauthenticationRequired(.noRefreshToken), .reauthenticationRequired(.invalidAnswer),
      .reauthenticationRequired(.keyLost), .active(tokens, nil),
      .active(tokens, RefreshIntent(sentAt: clock.date, attempts: 2, unreadable: 1)),
    ]
    tokens.serial = 8
    for (index, state) in (states + states).enumerated() {
      let nonce: SecretText? = index < states.count ? nil : SecretText(copying: "n")
      var record = SessionRecord(
        generation: SessionRecord.greatestNumber, epoch: 3, identity: identity, subject: "alice",
        nonce: nonce, state: state, outbox: [])
      record.post(SecretText(copying: "old"), .refreshToken, at: clock.date)
      record.post(SecretText(copying: "older"), .accessToken, at: clock.date)
      let stored = record.stored()
      #expect(try SessionRecord(stored) == record)
      // No shorter and no longer record is one, and no other number belongs to it.
      let bytes = stored.content.withBytes { $0.byteArray }
      #expect(bytes[0] == (nonce == nil ? 1 : 2))
      for length in 0..<bytes.count {
        let cut = StoredSession(
          generation: SessionRecord.greatestNumber,
          content: SharedSecretBytes(SecretBytes(copying: Array(bytes.prefix(length)))))
        #expect(throws: AuthError.session(.corrupt)) { try SessionRecord(cut) }
      }
      let longer = StoredSession(
        generation: SessionRecord.greatestNumber,
        content: SharedSecretBytes(SecretBytes(copying: bytes + [0])))
      #expect(throws: AuthError.session(.corrupt)) { try SessionRecord(longer) }
      #expect(throws: AuthError.session(.corrupt)) {
        try SessionRecord(StoredSession(generation: 1, content: stored.content))
      }
      let newer = StoredSession(
        generation: SessionRecord.greatestNumber,
        content: SharedSecretBytes(SecretBytes(copying: [3] + bytes.dropFirst())))
      #expect(throws: AuthError.session(.newerFormat)) { try SessionRecord(newer) }
    }
  }

  /// Whatever bytes are found, reading ends with a record or an error.
  @Test func hostileRecordsAreRefused() throws {
    let randomness = SeededRandomness(seed: 5)
    let tokens = SessionTokens(ScriptedGrant.tokens(1, ManualClock()), after: nil, serial: 1)
    let record = SessionRecord(
      generation: 1, epoch: 1, identity: SessionFixture.identity, subject: nil, state: .active(tokens, nil),
      outbox: [])
    let bytes = record.stored().content.withBytes { $0.byteArray }
    var refused = 0
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<(try randomness.integer(in: 1...4)) {
        changed[try randomness.integer(in: 0...(changed.count - 1))] = UInt8(
          truncatingIfNeeded: try randomness.integer(in: 0...255))
      }
      let stored = StoredSession(generation: 1, content: SharedSecretBytes(SecretBytes(copying: changed)))
      do { _ = try SessionRecord(stored) } catch { refused += 1 }
    }
    #expect(refused > 500)
  }

  @Test func nothingOfTheTokensIsPrinted() async throws {
    let probe = LeakProbe()
    let fixture = SessionFixture()
    let session = fixture.session()
    let answer = TokenAnswer(
      accessToken: SecretText(copying: probe.marker), lifetime: .seconds(60),
      refreshToken: SecretText(copying: probe.marker), identityToken: SecretText(copying: probe.marker),
      sentAt: fixture.clock.date)
    try await session.adopt(answer)
    let record = try #require(try await fixture.record())
    #expect(probe.leaks(in: record) == [])
    #expect(probe.leaks(in: record.stored()) == [])
    #expect(probe.leaks(in: try await session.accessToken()) == [])
    fixture.clock.advance(by: .seconds(4000))
    fixture.grant.fail(.server(.invalidGrant, status: 400))
    do {
      _ = try await session.accessToken()
    } catch {
      #expect(probe.leaks(in: error) == [])
    }
    for event in fixture.events.events { #expect(probe.leaks(in: event) == []) }
  }
}

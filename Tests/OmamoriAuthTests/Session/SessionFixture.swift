@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuth

/// A session at a scripted server with a clock that stands still.
struct SessionFixture {
  static let identity = SessionIdentity(issuer: "https://as.test", client: "app")

  let clock = ManualClock()
  let grant: ScriptedGrant
  let store: FlakyStore
  let events = RecordedSecurityEvents()

  init(canRevoke: Bool = true, store: FlakyStore = FlakyStore()) {
    grant = ScriptedGrant(clock, canRevoke: canRevoke)
    self.store = store
  }

  func session(
    _ identity: SessionIdentity = Self.identity, settings: SessionSettings = SessionSettings()
  ) -> TokenSession {
    TokenSession(
      identity, grant: grant, store: store, settings: settings, events: events,
      clock: SessionClock(clock, wall: clock), randomness: SeededRandomness(seed: 1))
  }

  /// A session that somebody has logged in to.
  func loggedIn(lifetime: Duration? = .seconds(3600), refresh: Bool = true, subject: String? = nil)
    async throws
    -> TokenSession
  {
    let session = session()
    try await session.adopt(
      ScriptedGrant.tokens(1, clock, lifetime: lifetime, refresh: refresh), subject: subject)
    return session
  }

  /// What is stored.
  func record() async throws -> SessionRecord? { try await store.inner.load().map(SessionRecord.init) }
}

extension TokenSession {
  /// The text of a token.
  func text(validFor minimum: Duration = .zero) async throws(AuthError) -> String {
    try await accessToken(validFor: minimum).text.reveal()
  }

  /// Waits until nothing is left to be given back.
  func waitForDelivery() async {
    for _ in 0..<2000 {
      if case .idle = machine.delivery, machine.record?.outbox.isEmpty != false { return }
      await Task.yield()
      do { try await Task.sleep(for: .milliseconds(1)) } catch { return }
    }
  }
}

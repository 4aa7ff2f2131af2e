import OmamoriCore
import Testing

@testable import OmamoriAuth

/// Writes down what it hears, and what the store held at that moment.
private final class Notes: RotationListener {
  let store = MemorySessionStore()
  let heard = Protected<[(token: String?, generation: UInt64?)]>([])

  func refreshTokenChanged(to refreshToken: SecretText) async { await note(refreshToken.reveal()) }
  func sessionEnded() async { await note(nil) }

  private func note(_ token: String?) async {
    let generation = (try? await store.load())?.generation
    heard.withLock { $0.append((token, generation)) }
  }
}

@Suite("Sessions that a copy of the token follows")
struct FollowedSessionStoreTests {
  private let notes = Notes()

  private func session(_ generation: UInt64, _ state: SessionRecord.State) -> StoredSession {
    SessionRecord(
      generation: generation, epoch: 1, identity: SessionIdentity(issuer: "https://a.example", client: "app"),
      subject: nil, state: state, outbox: []
    ).stored()
  }

  private func active(_ refresh: String?) -> SessionRecord.State {
    .active(
      SessionTokens(
        access: SecretText(copying: "access"), type: .bearer, refresh: refresh.map(SecretText.init(copying:)),
        scope: nil, identityToken: nil, sentAt: Date(timeIntervalSince1970: 1_790_000_000),
        lifetime: .seconds(60), serverOffset: nil, doubtfulSince: nil, serial: 1), nil)
  }

  @Test("Each new token is told once, after it was stored, and the end once too")
  func telling() async throws {
    let store = FollowedSessionStore(notes.store, listener: notes)
    let states: [SessionRecord.State] = [
      active("one"), active("one"), active("two"), active(nil), .loggedOut, .loggedOut, active("three"),
      .reauthenticationRequired(.refused),
    ]
    for (index, state) in states.enumerated() {
      let generation = UInt64(index) + 1
      try await store.save(session(generation, state), replacing: index == 0 ? nil : generation - 1)
    }
    let heard = notes.heard.withLock { $0 }
    #expect(heard.map(\.token) == ["one", "two", nil, "three", nil])
    #expect(heard.map(\.generation) == [1, 3, 5, 7, 8])
    #expect(try await store.load()?.generation == 8)
    #expect(store.settlingTime == notes.store.settlingTime)
    await (try store.lock(within: .seconds(1))).release()
  }

  @Test("What was not stored is not told")
  func conflict() async throws {
    let store = FollowedSessionStore(notes.store, listener: notes)
    await #expect(throws: AuthError.session(.conflict)) {
      try await store.save(session(2, active("one")), replacing: 1)
    }
    #expect(notes.heard.withLock { $0.isEmpty })
  }
}

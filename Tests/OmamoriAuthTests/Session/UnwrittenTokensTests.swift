@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuth

/// New tokens that could not be written at once, while other processes write.
@Suite struct UnwrittenTokensTests {
  /// A session machine and its store, of which every step is taken by hand.
  private struct Desk {
    var machine: SessionMachine
    var stored: SessionRecord
    var time = Duration.zero
    /// What the machine wants to be done since the last step.
    var actions: [SessionMachine.Action] = []

    init(outbox: [PendingRevocation] = []) {
      machine = SessionMachine(
        identity: SessionFixture.identity, settings: SessionSettings(), canRevoke: true,
        at: SessionMoment(date: Self.start, uptime: .zero, chance: 0))
      stored = SessionRecord(
        generation: 1, epoch: 1, identity: SessionFixture.identity, subject: nil,
        state: .active(SessionTokens(Self.answer(1), after: nil, serial: 1), nil), outbox: outbox)
    }

    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    static func answer(_ number: Int) -> TokenAnswer {
      TokenAnswer(
        accessToken: SecretText(copying: "at-\(number)"), lifetime: .seconds(3600),
        refreshToken: SecretText(copying: "rt-\(number)"), sentAt: start)
    }

    mutating func feed(_ event: SessionMachine.Event) {
      let moment = SessionMoment(date: Self.start + time.seconds, uptime: time, chance: 0)
      actions = machine.handle(event, at: moment)
    }

    var revocations: Int { actions.count { if case .revoke = $0 { true } else { false } } }

    /// A refresh up to where its answer is to be written.
    mutating func refresh() throws {
      feed(.demanded(1, validFor: .zero, isForced: true))
      feed(.locked(nil))
      feed(.loaded(.refreshing, .success(stored)))
      for case .save(.refreshing, let intended, _) in actions { stored = intended }
      try #require(stored.intent != nil)
      feed(.saved(.refreshing, .done))
      feed(.answered(.success(Self.answer(2))))
    }
  }

  /// What waits to be given back in tokens that could not be written may have been given back by somebody else.
  @Test func aTokenThatSomebodyElseGaveBackIsNotGivenBackForEver() throws {
    let entry = PendingRevocation(
      number: 1, token: SecretText(copying: "old"), kind: .refreshToken, since: Desk.start)
    var desk = Desk(outbox: [entry])
    desk.feed(.startWanted)
    desk.feed(.loaded(.reading, .success(desk.stored)))
    #expect(desk.revocations == 1)
    try desk.refresh()
    desk.stored = desk.stored.next(desk.stored.state)
    desk.stored.outbox = []
    desk.feed(.revoked(nil))
    desk.feed(.loaded(.delivering, .success(desk.stored)))
    desk.feed(.saved(.refreshing, .failed(.timedOut)))
    var count = 0
    while desk.revocations > 0, count < 100 {
      count += 1
      desk.feed(.revoked(nil))
      desk.feed(.loaded(.delivering, .success(desk.stored)))
    }
    #expect(count <= 1)
    guard case .unsaved = desk.machine.refresh else { return #expect(Bool(false)) }
  }

  /// Others may write in between any number of times: the tokens are written when they come to rest.
  @Test(arguments: [0, 1, 16, 17, 18, 100]) func theyAreWrittenWhenOthersComeToRest(conflicts: Int) throws {
    var desk = Desk()
    desk.feed(.startWanted)
    desk.feed(.loaded(.reading, .success(desk.stored)))
    try desk.refresh()
    var left = conflicts
    for _ in 0..<1000 {
      if desk.actions.contains(.unlock) { break }
      let next = desk.actions.first {
        switch $0 {
        case .load(.refreshing), .save(.refreshing, _, _), .wake: true
        default: false
        }
      }
      switch next {
      case .load: desk.feed(.loaded(.refreshing, .success(desk.stored)))
      case .save(_, let record, _):
        if left > 0 {
          left -= 1
          desk.stored.generation += 1
          desk.feed(.saved(.refreshing, .conflict))
        } else {
          desk.stored = record
          desk.feed(.saved(.refreshing, .done))
        }
      case .wake(let pause):
        desk.time += pause
        desk.feed(.woke)
      default: return #expect(Bool(false), "nothing is done any more")
      }
    }
    #expect(left == 0 && desk.stored.tokens?.refresh?.reveal() == "rt-2")
    guard case .idle = desk.machine.refresh else { return #expect(Bool(false)) }
  }
}

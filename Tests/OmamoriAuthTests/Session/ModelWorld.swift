@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// Several processes at one store and one server, of which every step is taken one by one, in any order.
struct ModelWorld {
  enum Effect {
    case load(SessionMachine.Track)
    case save(SessionMachine.Track, SessionRecord, replacing: UInt64?)
    case lock
    case send(SecretText)
    /// The server has answered, and the answer is on its way.
    case answer(Result<TokenAnswer, AuthError>, to: SecretText)
    case revoke(SecretText)
    case wake(at: Duration)
  }

  struct Process {
    var machine: SessionMachine
    var effects: [Effect] = []
    var open: Set<UInt64> = []
    /// The logins that this process has logged out of.
    var left: Set<Int> = []
    /// The tokens that this process got an answer for.
    var answered: Set<String> = []
  }

  static let identity = SessionIdentity(issuer: "https://as.test", client: "app")

  let randomness: SeededRandomness
  let canRevoke: Bool
  var server: ModelServer
  var stored: SessionRecord?
  var holder: Int?
  var processes: [Process?]
  var time = Duration.zero
  var callers: UInt64 = 0
  /// The tokens that have been replaced or given up in the store.
  var settled: Set<String> = []
  /// The tokens of which an attempt got no answer.
  var unanswered: Set<String> = []
  /// The tokens of requests whose sender is gone, still on their way.
  var late: [(token: SecretText, sentAt: Duration)] = []
  var problems: [String] = []
  /// What callers were given last.
  var given: [UInt64: Result<AccessToken, AuthError>] = [:]
  var logins = 0
  var logouts = 0
  /// How many things were done.
  var steps = 0
  var isCalm = false

  init(seed: UInt64, count: Int, hasGrace: Bool, canRevoke: Bool) throws {
    randomness = SeededRandomness(seed: seed)
    self.canRevoke = canRevoke
    server = ModelServer(hasGrace: hasGrace)
    processes = Array(repeating: nil, count: count)
    for number in processes.indices { try start(number) }
  }

  func roll(_ count: Int) throws -> Int { try randomness.integer(in: 0...(count - 1)) }

  private var date: Date { Date(timeIntervalSince1970: 1_800_000_000 + time.seconds) }

  private func moment() throws -> SessionMoment {
    SessionMoment(date: date, uptime: time, chance: Double(try roll(1000)) / 999)
  }

  mutating func start(_ number: Int) throws {
    processes[number] = Process(
      machine: SessionMachine(
        identity: Self.identity, settings: SessionSettings(), canRevoke: canRevoke, at: try moment()))
    try feed(number, .startWanted)
  }

  /// A process ends; the kernel frees its lock, and what it sent may still arrive.
  mutating func kill(_ number: Int) throws {
    guard let process = processes[number] else { return }
    for effect in process.effects {
      switch effect {
      case .send(let token):
        unanswered.insert(token.reveal())
        if try roll(2) == 0 { late.append((token, time)) }
      case .answer(_, let token): unanswered.insert(token.reveal())
      case .revoke(let token): if try roll(2) == 0 { server.revoke(token) }
      case .save(_, let record, let generation):
        // Written, but nobody heard of it; or not written.
        if try roll(2) == 0 { _ = save(record, generation) }
      case .load, .lock, .wake: break
      }
    }
    // A result that was not written is as good as none that came.
    unanswered.formUnion(process.answered)
    if holder == number { holder = nil }
    processes[number] = nil
  }

  mutating func save(_ record: SessionRecord, _ generation: UInt64?) -> Bool {
    guard stored?.generation == generation else { return false }
    if record.generation <= stored?.generation ?? 0 { problems.append("the generation fell") }
    if let old = stored?.tokens?.refresh, old != record.tokens?.refresh { settled.insert(old.reveal()) }
    stored = record
    return true
  }

  mutating func feed(_ number: Int, _ event: SessionMachine.Event) throws {
    guard var process = processes[number] else { return }
    for action in process.machine.handle(event, at: try moment()) {
      switch action {
      case .load(let track): process.effects.append(.load(track))
      case .save(let track, let record, let generation):
        process.effects.append(.save(track, record, replacing: generation))
      case .lock: process.effects.append(.lock)
      case .unlock: if holder == number { holder = nil } else { problems.append("unlocked without a lock") }
      case .send(let token):
        check(number, process, token)
        process.effects.append(.send(token))
      case .revoke(let token, _): process.effects.append(.revoke(token))
      case .wake(let pause): process.effects.append(.wake(at: time + pause))
      case .give(let caller, let result):
        if process.open.remove(caller) == nil { problems.append("a caller was answered twice") }
        if case .success(let token) = result, server.family(of: token.text).map(process.left.contains) == true
        {
          problems.append("a token after the logout")
        }
        given[caller] = result
      case .confirmLogin, .confirmLogout, .publish, .note: break
      }
    }
    processes[number] = process
  }

  /// The rules for sending a refresh token.
  private mutating func check(_ number: Int, _ process: Process, _ token: SecretText) {
    if holder != number { problems.append("sent without the lock") }
    if server.family(of: token).map(process.left.contains) == true {
      problems.append("sent after the logout")
    }
    if settled.contains(token.reveal()) { problems.append("sent after it was replaced") }
    if process.answered.contains(token.reveal()) { problems.append("sent again after an answer") }
    if stored?.tokens?.refresh == token, stored?.intent == nil { problems.append("sent without an intent") }
    for other in processes.indices where other != number {
      for case .send(token) in processes[other]?.effects ?? [] { problems.append("sent twice at once") }
    }
  }

  /// Does one of the things that a process waits for.
  mutating func complete(_ number: Int, _ index: Int) throws {
    guard let effect = processes[number]?.effects[index] else { return }
    if case .lock = effect, holder != nil { return }
    if case .wake(let end) = effect, end > time { return }
    processes[number]?.effects.remove(at: index)
    steps += 1
    switch effect {
    case .load(let track):
      try feed(number, .loaded(track, try fails(40) ? .failure(.timedOut) : .success(stored)))
    case .save(let track, let record, let generation):
      if try fails(25) { return try feed(number, .saved(track, .failed(.timedOut))) }
      try feed(number, .saved(track, save(record, generation) ? .done : .conflict))
    case .lock:
      holder = number
      try feed(number, .locked(nil))
    case .send(let token): try arrive(number, token)
    case .answer(let result, let token):
      if try fails(8) {
        unanswered.insert(token.reveal())
        return try feed(number, .answered(.failure(.transport(.connectionLost))))
      }
      processes[number]?.answered.insert(token.reveal())
      try feed(number, .answered(result))
    case .revoke(let token):
      if try fails(4) { return try feed(number, .revoked(.transport(.notConnected))) }
      server.revoke(token)
      try feed(number, .revoked(nil))
    case .wake: try feed(number, .woke)
    }
  }

  /// A request comes to the server, or does not.
  private mutating func arrive(_ number: Int, _ token: SecretText) throws {
    if try fails(8) {
      let errors: [AuthError] = [
        .transport(.connectionLost), .transport(.notConnected), .response(.status(500)),
        .session(.postponed(seconds: 3)), .timedOut,
      ]
      let error = errors[try roll(errors.count)]
      if RefreshVerdict(error) == .unanswered || RefreshVerdict(error) == .failed {
        unanswered.insert(token.reveal())
        if try roll(2) == 0 { late.append((token, time)) }
      }
      return try feed(number, .answered(.failure(error)))
    }
    let answer = server.refresh(token, at: date)
    processes[number]?.effects.append(.answer(answer, to: token))
  }

  /// A request comes to the server whose sender does not wait any more.
  mutating func arriveLate() throws {
    guard !late.isEmpty else { return }
    _ = server.refresh(late.remove(at: try roll(late.count)).token, at: date)
  }

  /// Time passes; no request is on its way for more than five minutes.
  mutating func wait(_ duration: Duration) {
    time += duration
    for request in late where time - request.sentAt > .seconds(300) {
      _ = server.refresh(request.token, at: date)
    }
    late.removeAll { time - $0.sentAt > .seconds(300) }
  }

  private func fails(_ one: Int) throws -> Bool { isCalm ? false : try roll(one) == 0 }

  mutating func demand(_ number: Int, isForced: Bool = false) throws -> UInt64 {
    callers += 1
    processes[number]?.open.insert(callers)
    let minimum = Duration.seconds(try roll(3) == 0 ? 3600 : 0)
    try feed(number, .demanded(callers, validFor: minimum, isForced: isForced))
    return callers
  }

  mutating func login(_ number: Int) throws {
    logins += 1
    callers += 1
    try feed(number, .adopted(callers, server.login(at: date), subject: nil))
  }

  mutating func logout(_ number: Int) throws {
    logouts += 1
    callers += 1
    for token in [stored?.tokens?.access, processes[number]?.machine.record?.tokens?.access].compactMap(
      \.self)
    {
      if let family = server.family(of: token) { processes[number]?.left.insert(family) }
    }
    try feed(number, .logoutWanted(callers))
  }
}

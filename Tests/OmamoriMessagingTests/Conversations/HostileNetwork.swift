@_spi(Testing) import OmamoriCore
@testable import OmamoriMessaging

/// Several parties, a server and a network that loses, repeats, reorders, changes and misdirects, all from one seed, with
/// an oracle that knows what was sent.
struct HostileNetwork {
  /// An envelope on its way.
  struct Parcel {
    let from: Int
    let to: Int
    let envelope: [UInt8]
    /// Names the message, when it is as it was sent, to whom it was sent.
    var identifier: MessageIdentifier?
    /// When it was sent.
    var sentAt = Date.distantPast
    /// How many messages the receiver had opened by then.
    var opened = 0

    /// The same bytes from somebody else, to somebody else, or other bytes.
    func forged(from: Int? = nil, to: Int? = nil, _ envelope: [UInt8]? = nil) -> Parcel {
      Parcel(from: from ?? self.from, to: to ?? self.to, envelope: envelope ?? self.envelope)
    }
  }

  /// What the oracle knows of a message.
  private struct Sent {
    let from: MessagingAddress
    let to: MessagingAddress
    let body: [UInt8]
    var isDelivered = false
    var hasArrived = false
  }

  /// What went against the rules.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// What happened, to show that a run was not idle.
  struct Tally {
    var sent = 0
    var delivered = 0
    var refused = 0
    var crashes = 0
    var resets = 0
    var starts = 0
    var attacks = 0
    var recoveries = 0
    var largestArchive = 0
  }

  private static let greatestInFlight = 96

  let seed: UInt64
  private(set) var tally = Tally()
  private var chance: ModelChance
  private let randomness: SeededRandomness
  private var now = Date(timeIntervalSince1970: 1_790_000_000)
  private var parties: [ModelParty] = []
  private var server: ModelServer
  /// Who lost its sessions since the last recovery.
  private var losers: Set<Int> = []
  /// How many messages each party opened.
  private var opened: [Int: Int] = [:]
  private var inFlight: [Parcel] = []
  private var past: [Parcel] = []
  private var sent: [MessageIdentifier: Sent] = [:]
  private var order: [MessageIdentifier] = []
  /// Whose messages could not be opened, by whom.
  private var wantsReset: Set<[Int]> = []

  init(seed: UInt64, parties count: Int) throws {
    self.seed = seed
    chance = ModelChance(seed: seed)
    randomness = SeededRandomness(seed: seed &* 3 &+ 1)
    server = ModelServer()
    for index in 0..<count {
      let address = try MessagingAddress(name: "party-\(index)")
      let identity = try MessagingIdentity(randomness: randomness)
      let account = MessagingAccount(address: address, identity: identity)
      let prekeys = try Prekeys(
        for: identity, suites: index == 2 ? nil : [.x25519], now: now, randomness: randomness)
      parties.append(ModelParty(account: account, prekeys: prekeys))
      try publish(index, isNew: true)
    }
  }

  // MARK: - Running

  /// Sends `count` messages over the hostile network and recovers now and then.
  mutating func run(messages count: Int, recoveringEvery interval: Int = 1500) throws {
    var next = interval
    while tally.sent < count {
      try step()
      if tally.sent >= next {
        try recover()
        next += interval
      }
    }
    try recover()
  }

  private mutating func step() throws {
    let from = chance.below(parties.count)
    let to = (from + 1 + chance.below(parties.count - 1)) % parties.count
    switch chance.below(1000) {
    case ..<470: try send(from: from, to: to)
    case ..<960: try deliverOne()
    case ..<966: try start(from: from, to: to)
    case ..<968: try reset(from: from, to: to, isForced: true)
    case ..<976: try parties[from].restart()
    case ..<977:
      try parties[from].forgetSessions(now: now, randomness: randomness)
      losers.insert(from)
      try publish(from, isNew: true)

    case ..<978: _ = try perform(.clock, at: from, with: to, isCalm: false)
    case ..<979: try publish(from)
    case ..<980:
      now += 9 * 24 * 3600
      for index in parties.indices { try publish(index) }

    default:
      now += Double(chance.below(600))
      for pair in wantsReset.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        try reset(from: pair[0], to: pair[1], isForced: false)
      }
    }
  }

  /// The network becomes good: within a few rounds everybody reaches everybody.
  private mutating func recover() throws {
    inFlight.removeAll()
    var missing: [MessageIdentifier] = []
    for _ in 0..<4 {
      now += 3601
      missing = []
      for from in parties.indices {
        for to in parties.indices where to != from {
          let before = order.count
          try send(from: from, to: to, isCalm: true)
          missing += order[before...]
        }
        try deliverAll()
      }
      for pair in wantsReset.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        try reset(from: pair[0], to: pair[1], isForced: false, isCalm: true)
      }
      try deliverAll()
      missing.removeAll { sent[$0]?.isDelivered == true }
      if missing.isEmpty { break }
    }
    guard missing.isEmpty else { throw violation("no recovery: \(missing.count) messages lost") }
    tally.recoveries += 1
    losers = []
    for party in parties {
      for machine in party.machines.values {
        let size = try machine.archive.encoded().count
        tally.largestArchive = max(tally.largestArchive, size)
        guard size < 2 << 20, machine.archive.sessions.count <= SessionArchive.greatestCount else {
          throw violation("an archive of \(size) bytes")
        }
      }
    }
    forgetOld()
  }

  private mutating func deliverAll() throws {
    while !inFlight.isEmpty { try receive(inFlight.removeFirst(), isCalm: true) }
  }

  // MARK: - Sending

  private mutating func send(from: Int, to: Int, isCalm: Bool = false) throws {
    var body = Array("message \(tally.sent) of \(from)".utf8)
    if chance.happens(20) { body += [UInt8](repeating: 7, count: chance.below(3000)) }
    let isMissing = try perform(.send(.application, body), at: from, with: to, body: body, isCalm: isCalm)
      .contains { if case .refuse(.conversation(.noSession)) = $0 { true } else { false } }
    if isMissing {
      try start(from: from, to: to, isCalm: isCalm)
      if isCalm { _ = try perform(.send(.application, body), at: from, with: to, body: body, isCalm: true) }
    }
    tally.sent += 1
  }

  private mutating func start(from: Int, to: Int, isCalm: Bool = false) throws {
    guard let bundle = try server.bundle(for: parties[to].account.address, at: now) else { return }
    tally.starts += 1
    _ = try perform(.start(bundle), at: from, with: to, isCalm: isCalm)
  }

  private mutating func reset(from: Int, to: Int, isForced: Bool, isCalm: Bool = false) throws {
    let machine = try parties[from].machine(with: parties[to].account.address)
    guard isForced || machine.archive.mayReset(at: MessageTime.milliseconds(now)) else { return }
    guard let bundle = try server.bundle(for: parties[to].account.address, at: now) else { return }
    tally.resets += 1
    wantsReset.remove([from, to])
    _ = try perform(.reset(bundle, isForced: isForced), at: from, with: to, isCalm: isCalm)
  }

  private mutating func publish(_ index: Int, isNew: Bool = false) throws {
    let publication = try parties[index].prekeys.publication(
      count: 5, as: parties[index].account.identity, now: now, randomness: randomness)
    server.publish(publication, for: parties[index].account.address, isNew: isNew)
  }

  // MARK: - Delivering

  private mutating func deliverOne() throws {
    guard !inFlight.isEmpty else { return }
    // The oldest half of the time, any other otherwise.
    let index = chance.happens(500) ? 0 : chance.below(inFlight.count)
    var parcel = inFlight[index]
    if !chance.happens(30) { inFlight.remove(at: index) }
    switch chance.below(1000) {
    case ..<60: return
    case ..<90: parcel = changed(parcel)
    case ..<100: parcel = parcel.forged(from: parcel.to, to: parcel.from)
    case ..<120:
      // To somebody else, or to the same one in another conversation.
      let other = chance.below(parties.count)
      let isElsewhere = chance.happens(500)
      let (from, to) = isElsewhere ? (parcel.from, other) : (other, parcel.to)
      guard from != to, (from, to) != (parcel.from, parcel.to) else { return }
      parcel = parcel.forged(from: from, to: to)

    case ..<150 where !past.isEmpty: parcel = past[chance.below(past.count)]
    case ..<153:
      let noise = (0..<chance.below(600)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
      let start: [UInt8] = chance.happens(700) ? [1, 2, parcel.envelope[2]] : []
      parcel = parcel.forged(start + noise)

    default: break
    }
    try receive(parcel, isCalm: false)
  }

  private mutating func changed(_ parcel: Parcel) -> Parcel {
    var envelope = parcel.envelope
    if chance.happens(200) {
      envelope.removeLast(1 + chance.below(envelope.count - 1))
    } else {
      envelope[chance.below(envelope.count)] ^= 1 << UInt8(chance.below(8))
    }
    return parcel.forged(envelope)
  }

  private mutating func receive(_ parcel: Parcel, isCalm: Bool) throws {
    var isFirst = false
    if let identifier = parcel.identifier {
      isFirst = sent[identifier]?.hasArrived == false
      sent[identifier]?.hasArrived = true
      if past.count < 400 { past.append(parcel) } else { past[chance.below(400)] = parcel }
    } else {
      tally.attacks += 1
    }
    let actions = try perform(
      .receive(parcel.envelope), at: parcel.to, with: parcel.from, isGenuine: parcel.identifier != nil,
      isCalm: isCalm)
    guard let refusal = ConversationOutcome(actions).refusal else { return }
    tally.refused += 1
    // Each message that opens begins a chain at most, and so many of which messages are missing are known.
    if isFirst, !losers.contains(parcel.to),
      opened[parcel.to, default: 0] - parcel.opened < RatchetCore<SealedHeaders>.chainCapacity,
      refusal != .prekey(.unknown), now.timeIntervalSince(parcel.sentAt) < 20 * 24 * 3600
    {
      throw violation("a message that came for the first time was refused: \(refusal)")
    }
    if refusal.suggestsReset { wantsReset.insert([parcel.to, parcel.from]) }
  }

  // MARK: - Steps and the oracle

  /// Makes a step as a driver does, with a crash at any place of it.
  private mutating func perform(
    _ event: ConversationEvent, at index: Int, with remote: Int, body: [UInt8] = [], isGenuine: Bool = true,
    isCalm: Bool
  ) throws -> [ConversationAction] {
    let address = parties[remote].account.address
    var machine = try parties[index].machine(with: address)
    let isWatched = chance.happens(20)
    let before = isWatched ? try machine.archive.encoded() : nil
    let actions = machine.handle(event, now: now, randomness: randomness)
    let outcome = ConversationOutcome(actions)
    if let before, outcome.kept.isEmpty {
      guard try machine.archive.encoded() == before else {
        throw violation("a refused step changed the state")
      }
    }
    if outcome.refusal == .identity(.changed) { throw violation("an identity changed out of nothing") }

    let crash = isCalm ? 1000 : chance.below(1000)
    if crash < 5 {
      // Before the commit: nothing happened.
      tally.crashes += 1
      try parties[index].restart()
      return []
    }
    try parties[index].keep(machine, outcome.kept)
    try judge(outcome, at: index, from: address, isGenuine: isGenuine)
    if crash < 10 {
      // After the commit: what it made is lost, and must never come again.
      tally.crashes += 1
      try parties[index].restart()
      return []
    }
    if let message = outcome.sentMessage {
      if case .send(.application, _) = event {
        sent[message.identifier] = Sent(from: parties[index].account.address, to: address, body: body)
        order.append(message.identifier)
      }
      if inFlight.count >= Self.greatestInFlight { inFlight.remove(at: chance.below(inFlight.count)) }
      inFlight.append(
        Parcel(
          from: index, to: remote, envelope: message.envelope, identifier: message.identifier, sentAt: now,
          opened: opened[remote, default: 0]))
    }
    return actions
  }

  private mutating func judge(
    _ outcome: ConversationOutcome, at index: Int, from sender: MessagingAddress, isGenuine: Bool
  ) throws {
    guard let message = outcome.receivedMessage else { return }
    opened[index, default: 0] += 1
    guard isGenuine else { throw violation("a forged envelope was delivered") }
    guard message.sender == sender else { throw violation("a message has another sender") }
    guard message.kind == .application else { return }
    guard let known = sent[message.identifier] else { throw violation("a message nobody sent was delivered") }
    guard known.from == sender, known.to == parties[index].account.address, known.body == message.body else {
      throw violation("a message is not what was sent")
    }
    guard !known.isDelivered else { throw violation("a message was delivered twice") }
    sent[message.identifier]?.isDelivered = true
    tally.delivered += 1
  }

  /// Keeps the oracle small: what is neither on its way nor in the past cannot come any more.
  private mutating func forgetOld() {
    guard order.count > 20_000 else { return }
    past.removeAll()
    for identifier in order.dropLast(1000) { sent[identifier] = nil }
    order = order.suffix(1000)
  }

  private func violation(_ text: String) -> Violation {
    Violation(description: "\(text) (seed \(seed), after \(tally.sent) messages)")
  }
}

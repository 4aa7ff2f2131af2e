@_spi(Testing) import OmamoriCore

@testable import OmamoriMessaging

/// Two parties as machines, with the events of a conversation in a test's own order.
struct ConversationPair {
  var now = Date(timeIntervalSince1970: 1_790_000_000)
  var parties: [ModelParty]
  var server = ModelServer()
  let randomness: SeededRandomness

  init(seed: UInt64 = UInt64.random(in: 1...1 << 40)) throws {
    randomness = SeededRandomness(seed: seed)
    parties = []
    for name in ["alice", "bob"] { parties.append(try makeParty(name)) }
    for index in parties.indices { try publish(index) }
  }

  /// A party with an identity of its own.
  func makeParty(_ name: String) throws -> ModelParty {
    let identity = try MessagingIdentity(randomness: randomness)
    let account = MessagingAccount(address: try MessagingAddress(name: name), identity: identity)
    let prekeys = try Prekeys(for: identity, suites: [.x25519], now: now, randomness: randomness)
    return ModelParty(account: account, prekeys: prekeys)
  }

  /// The same name with another identity, as after losing the device.
  mutating func replace(_ index: Int) throws {
    parties[index] = try makeParty(parties[index].account.address.name)
    try publish(index, isNew: true)
  }

  mutating func publish(_ index: Int, isNew: Bool = false) throws {
    let publication = try parties[index].prekeys.publication(
      count: 50, as: parties[index].account.identity, now: now, randomness: randomness)
    server.publish(publication, for: parties[index].account.address, isNew: isNew)
  }

  /// A bundle of a party.
  mutating func bundle(of index: Int) throws -> KeyBundle {
    guard let bundle = try server.bundle(for: parties[index].account.address, at: now) else {
      throw MessagingError.prekey(.unknown)
    }
    return bundle
  }

  func machine(of index: Int) throws -> ConversationMachine {
    try parties[index].machine(with: parties[1 - index].account.address)
  }

  /// Makes a step of the party's conversation with the other one.
  @discardableResult
  mutating func perform(_ event: ConversationEvent, at index: Int) throws -> ConversationOutcome {
    var machine = try machine(of: index)
    let outcome = ConversationOutcome(machine.handle(event, now: now, randomness: randomness))
    try parties[index].keep(machine, outcome.kept)
    return outcome
  }

  mutating func start(_ index: Int) throws {
    let refusal = try perform(.start(bundle(of: 1 - index)), at: index).refusal
    if let refusal { throw refusal }
  }

  mutating func seal(_ text: String, at index: Int) throws -> [UInt8] {
    let outcome = try perform(.send(.application, Array(text.utf8)), at: index)
    if let refusal = outcome.refusal { throw refusal }
    return try outcome.sent()
  }

  @discardableResult
  mutating func open(_ envelope: [UInt8], at index: Int) throws -> String {
    let outcome = try perform(.receive(envelope), at: index)
    if let refusal = outcome.refusal { throw refusal }
    return String(decoding: try outcome.received().body, as: UTF8.self)
  }

  /// Sends a text over.
  mutating func pass(_ text: String, from index: Int) throws -> Bool {
    try open(seal(text, at: index), at: 1 - index) == text
  }
}

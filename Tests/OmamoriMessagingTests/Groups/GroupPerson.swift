import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging

/// Somebody who may be in groups: an address, a signing key, and randomness that a seed decides.
struct GroupPerson: Sendable {
  let signingKey: Curve25519.Signing.PrivateKey
  let peer: GroupMachine.Peer
  let randomness: SeededRandomness

  init(_ name: String, seed: UInt64 = 1) throws {
    signingKey = Curve25519.Signing.PrivateKey()
    peer = GroupMachine.Peer(
      address: try MessagingAddress(name: name), signingKey: Array(signingKey.publicKey.rawRepresentation))
    randomness = SeededRandomness(seed: seed &+ name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
  }

  func means(at seconds: Double = 1_800_000_000) -> GroupMachine.Means {
    GroupMachine.Means(
      signingKey: signingKey, randomness: randomness, now: Date(timeIntervalSince1970: seconds))
  }
}

/// A few people whose group contents reach each other at once and in order, unless a test says otherwise.
final class GroupCircle {
  let people: [GroupPerson]
  var machines: [MessagingAddress: GroupMachine] = [:]
  /// What has not been delivered.
  var queue: [(from: GroupMachine.Peer, to: GroupMachine.Peer, content: SharedSecretBytes)] = []

  init(_ names: [String], members: Int? = nil, seed: UInt64 = 1) throws {
    people = try names.map { try GroupPerson($0, seed: seed) }
    let others = people[1..<(members ?? names.count)].map(\.peer)
    let (machine, outgoing) = try GroupMachine.create(
      name: "circle", own: people[0].peer, with: Array(others), people[0].means())
    machines[people[0].peer.address] = machine
    post(outgoing, from: 0)
    try deliverAll()
  }

  /// The same people as they are now, whom nobody else reaches.
  init(copying other: GroupCircle) { (people, machines) = (other.people, other.machines) }

  subscript(_ index: Int) -> GroupMachine {
    get {
      guard let machine = machines[people[index].peer.address] else { preconditionFailure("not in a group") }
      return machine
    }
    set { machines[people[index].peer.address] = newValue }
  }

  func post(_ outgoing: [GroupMachine.Outgoing], from index: Int) {
    queue += outgoing.map { (people[index].peer, $0.to, $0.content) }
  }

  func index(of peer: GroupMachine.Peer) -> Int? { people.firstIndex { $0.peer == peer } }

  /// Delivers everything, and what that gives rise to; refusals are the caller's to see.
  func deliverAll() throws {
    while !queue.isEmpty {
      let item = queue.removeFirst()
      try deliver(item.content, from: item.from, to: item.to)
    }
  }

  func deliver(
    _ bytes: SharedSecretBytes,
    from: GroupMachine.Peer,
    to: GroupMachine.Peer
  ) throws(MessagingError) {
    guard let index = index(of: to) else { return }
    let content = try GroupContent(decoding: bytes)
    if machines[to.address] == nil {
      guard case .welcome(let welcome) = content.kind else { throw .group(.notMember) }
      machines[to.address] = try GroupMachine.join(
        welcome, own: to, from: from, people[index].means())
    } else {
      post(try self[index].receive(content, from: from, people[index].means()).outgoing, from: index)
    }
  }

  /// Makes a change and delivers it.
  func change(_ index: Int, _ deed: GroupDeed) throws {
    post(try self[index].change(deed, people[index].means()), from: index)
    try deliverAll()
  }

  /// Seals a message and delivers what has to go before it.
  func seal(_ index: Int, _ text: String) throws -> [UInt8] {
    let (message, outgoing) = try self[index].seal(Array(text.utf8), people[index].means())
    post(outgoing, from: index)
    try deliverAll()
    return message
  }

  func open(_ index: Int, _ message: [UInt8]) throws -> String {
    let opened = try self[index].open(message, now: people[index].means().now)
    return String(decoding: opened.text, as: UTF8.self)
  }

  func add(_ index: Int, isAdmin: Bool = false) -> GroupDeed {
    .add(
      address: people[index].peer.address, signingKey: people[index].peer.signingKey, isAdmin: isAdmin)
  }

  func remove(_ index: Int, in machine: Int = 0) -> GroupDeed {
    .remove(index: self[machine].history.head.member(people[index].peer)?.index ?? .max, statement: nil)
  }

  /// Whether all of these have the same state.
  func agree(_ indices: [Int]) -> Bool { Set(indices.map { self[$0].history.head }).count == 1 }
}

extension GroupMachine {
  /// All that is kept, for comparing.
  var recordBytes: [[UInt8]] { parts.map { record(of: $0).withBytes { $0.byteArray } } }
}

import OmamoriCore
@testable import OmamoriMessaging

/// What one side has in its store: all that is left of it after a crash.
struct ModelParty {
  let account: MessagingAccount
  var prekeys: Prekeys
  var machines: [MessagingAddress: ConversationMachine] = [:]

  /// The conversation with a peer as a driver would read it.
  func machine(with remote: MessagingAddress) throws -> ConversationMachine {
    var machine = try machines[remote] ?? ConversationMachine(account: account, remote: remote)
    machine.prekeys = prekeys
    return machine
  }

  /// Keeps what a driver would commit.
  mutating func keep(_ machine: ConversationMachine, _ parts: ConversationParts) throws {
    var kept = try machines[machine.remote] ?? ConversationMachine(account: account, remote: machine.remote)
    if parts.contains(.peer) { kept.peer = machine.peer }
    if parts.contains(.sessions) { kept.archive = machine.archive }
    if parts.contains(.prekeys), let prekeys = machine.prekeys { self.prekeys = prekeys }
    machines[machine.remote] = kept
  }

  /// Starts again from the stored bytes.
  mutating func restart() throws {
    prekeys = try Prekeys(decoding: prekeys.encoded)
    for (remote, machine) in machines {
      var read = try ConversationMachine(
        account: MessagingAccount(decoding: account.encoded), remote: remote)
      read.peer = try machine.peer.map { try PeerRecord(decoding: $0.encoded) }
      read.archive = try SessionArchive(decoding: machine.archive.encoded())
      machines[remote] = read
    }
  }

  /// Forgets all sessions and makes new prekeys, as after a restore from an export.
  mutating func forgetSessions(now: Date, randomness: some Randomness) throws {
    prekeys = try Prekeys(
      for: account.identity, suites: prekeys.suites.suites, now: now, randomness: randomness)
    for remote in machines.keys { machines[remote]?.archive = SessionArchive() }
  }
}

import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// Two processes that talk and are killed at any moment, again and again.
///
/// `OMAMORI_SOAK` says how often as a multiple of 12; with `OMAMORI_DEEP` it is 500 times.
@Suite("Killed conversations", .serialized)
struct ConversationCrashTests {
  private static let kills: Int = {
    let environment = ProcessInfo.processInfo.environment
    if environment["OMAMORI_DEEP"] != nil { return 500 }
    return max(6, Int(12 * (environment["OMAMORI_SOAK"].flatMap(Double.init) ?? 1)))
  }()

  /// A folder with both parties, between which a session was started.
  private static func parties(_ kind: LastingStore) async throws -> StorageFolder {
    let folder = try StorageFolder()
    for name in ["alice", "bob"] {
      let path = folder.path + "/" + name
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        atPath: folder.path + "/from-\(name)", withIntermediateDirectories: true)
      _ = FileManager.default.createFile(atPath: folder.path + "/log-\(name)", contents: nil)
      let opened = try await kind.create(in: path)
      _ = try await Messenger.create(
        as: MessagingAddress(name: name), in: opened.store, suites: [.x25519])
      await opened.file.close()
    }
    let stores = try await [kind.open(folder.path + "/alice"), kind.open(folder.path + "/bob")]
    let alice = try await CrashingParty("alice", in: folder.path, stores[0].store)
    let bob = try await CrashingParty("bob", in: folder.path, stores[1].store)
    let publication = try await bob.messenger.publication(oneTimeKeys: 1)
    try await alice.conversation.start(
      with: KeyBundle(
        signedPart: publication.signedPart, oneTimeKey: publication.oneTimeKeys.first?.bytes))
    // Bob can only answer, so the first message is on its way before anybody is killed.
    try await alice.send()
    try await bob.receive()
    for opened in stores { await opened.file.close() }
    return folder
  }

  /// Talks until it is killed.
  private static func talk(
    _ name: String, _ folder: String, _ kind: LastingStore, killedAfter microseconds: Int,
    forgetful isForgetful: Bool
  ) async throws {
    let lasting = try await kind.open(folder + "/" + name).store
    let store: any ConversationStore = isForgetful ? ForgetfulStore(lasting) : lasting
    let party = try await CrashingParty(name, in: folder, store)
    do {
      for round in 0... {
        // A few whole rounds, then the end somewhere in the next ones.
        if round == microseconds % 4 {
          Thread.detachNewThread {
            usleep(UInt32(microseconds))
            kill(getpid(), SIGKILL)
          }
        }
        if round == 0 { try await party.release() }
        try await party.send()
        try await party.receive()
      }
    } catch  where isForgetful {
      // What it forgot stands in its way, so this is its end.
      kill(getpid(), SIGKILL)
    }
  }

  /// Kills both parties `count` times together.
  private func killBoth(
    _ count: Int, in folder: String, _ kind: LastingStore, seed: UInt64, forgetful: Bool = false
  ) async throws {
    let chance = SeededRandomness(seed: seed)
    for _ in 0..<(count + 1) / 2 {
      let delays = try (0..<2).map { _ in try chance.integer(in: 0...15_000) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (name, delay) in zip(["alice", "bob"], delays) {
          group.addTask {
            await #expect(processExitsWith: .signal(SIGKILL)) {
              [
                name = name as String, folder = folder as String, kind = kind as LastingStore,
                delay = delay as Int, forgetful = forgetful as Bool
              ] in
              try await Self.talk(name, folder, kind, killedAfter: delay, forgetful: forgetful)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// What is wrong with what both said, in words; empty when no key was used twice and nothing was lost.
  private static func faults(_ folder: String, _ name: String, counts: (sent: Int, opened: Int)) throws
    -> [String]
  {
    var faults: [String] = []
    var digests: [Int: Substring] = [:]
    var opened = 0
    for line in try String(contentsOfFile: folder + "/log-\(name)", encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      let number = Int(words[1]) ?? 0
      switch words[0] {
      case "released":
        let before = digests.updateValue(words[2], forKey: number)
        if let before, before != words[2] { faults.append("\(name): two envelopes for \(number)") }
      case "sent": if number > counts.sent { faults.append("\(name): \(number) was sent and forgotten") }
      case "opened":
        // Each message opens once, in its turn, as what the other side wrote.
        let isExpected = line == "opened \(number) \(number) \(CrashingParty.other(of: name)) \(number)"
        if !isExpected || number <= opened || number > counts.opened { faults.append("\(name): \(line)") }
        opened = number
      default: if number > counts.opened { faults.append("\(name): \(line)") }
      }
    }
    return faults
  }

  @Test(arguments: LastingStore.allCases) func noKeyIsUsedTwiceAndNothingIsLost(
    kind: LastingStore
  ) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("killed conversations in a \(kind.rawValue): seed \(seed), \(Self.kills) kills")
    let folder = try await Self.parties(kind)
    try await killBoth(Self.kills, in: folder.path, kind, seed: seed)

    var stores: [LastingStore.Opened] = []
    var parties: [CrashingParty] = []
    for name in ["alice", "bob"] {
      let opened = try await kind.open(folder.path + "/" + name)
      stores.append(opened)
      parties.append(try await CrashingParty(name, in: folder.path, opened.store))
    }
    // What is on its way arrives, and both go on.
    for party in parties { try await party.release() }
    for _ in 0..<3 {
      for party in parties {
        try await party.receive()
        try await party.send()
      }
    }
    for party in parties { try await party.receive() }
    let (alice, bob) = (try await parties[0].counts, try await parties[1].counts)
    print("killed conversations: \(alice.sent) and \(bob.sent) messages")
    #expect(alice.sent == bob.opened && bob.sent == alice.opened)
    // Four and three are sent before and after: somebody said something while both were being killed.
    #expect(alice.sent >= 4 && bob.sent >= 3 && alice.sent + bob.sent > 7)
    for (party, counts) in zip(parties, [alice, bob]) {
      #expect(try Self.faults(folder.path, party.name, counts: counts) == [], "seed \(seed)")
    }
    for opened in stores { #expect(try await opened.close()) }
  }

  /// The same with a store that acknowledges commits too early: keys are used twice, and this suite notices.
  @Test func aStoreThatForgetsIsNoticed() async throws {
    let folder = try await Self.parties(.keychain)
    try await killBoth(6, in: folder.path, .keychain, seed: 7, forgetful: true)
    var faults: [String] = []
    for name in ["alice", "bob"] {
      let file = try await StorageFolder.open(folder.path + "/" + name)
      let party = try await CrashingParty(name, in: folder.path, KeychainConversationStore(in: file))
      faults += try Self.faults(folder.path, name, counts: try await party.counts)
      await file.close()
    }
    #expect(!faults.isEmpty)
  }
}

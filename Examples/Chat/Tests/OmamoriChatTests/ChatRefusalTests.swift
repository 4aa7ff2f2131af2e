import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriMessaging
import OmamoriRelay
import Testing

@testable import OmamoriChat

/// What a client does when the relay refuses something, or has something that nobody can open.
@Suite("Refusals of a relay", .serialized, .timeLimit(.minutes(5))) struct ChatRefusalTests {
  /// Runs a relay with limits of its own in this process; `body` gets its port and the words that name it.
  private static func use(
    _ home: ChatHome, port: UInt16 = 0, _ change: (inout RelayLimits) -> Void = { _ in },
    _ body: (UInt16, [String]) async throws -> Void
  ) async throws {
    var options = RelayOptions(folder: home.folder.path("limited"))
    options.port = port
    change(&options.limits)
    let relay = try await Relay.start(options)
    do {
      try await body(relay.port, ["--relay", "127.0.0.1:\(relay.port)", "--pin", relay.pin])
    } catch {
      await relay.stop()
      throw error
    }
    await relay.stop()
  }

  private static func register(_ home: ChatHome, _ site: [String], _ names: String...) throws {
    for name in names {
      let ended = try home.run(["register", name] + site)
      #expect(ended.status == 0, "\(ended.errors)")
    }
  }

  private static func open(_ name: String, in home: ChatHome) async throws -> ChatAccount {
    let place = ChatPlace(name, in: home.folder.path("data/omamori/chat"))
    let keychain = try await KeychainFile.open(
      at: place.keychain, options: KeychainFileOptions(accessGroups: .every))
    try await keychain.unlock(with: .keyFile(path: place.keyFile))
    return try await ChatAccount.open(place, keychain)
  }

  @Test func aRelayWithRoomForFewKeysIsGoodEnough() async throws {
    let home = try ChatHome()
    try await Self.use(home, { $0.oneTimeEntries = 60 }) { (_, site) async throws -> Void in
      try Self.register(home, site, "alice", "bob")
      #expect(try home.run("send", "bob", "hello", "--as", "alice").status == 0)
      #expect(try home.run("receive", "--as", "bob").output.contains("hello"))
      let bob = try await Self.open("bob", in: home)
      let remaining = try await bob.relay.remaining()
      await bob.close()
      #expect((20...59).contains(remaining))
    }
  }

  @Test func messagesAreFetchedFromARelayThatTakesNoKeys() async throws {
    let home = try ChatHome()
    var port: UInt16 = 0
    try await Self.use(home, { $0.oneTimeEntries = 10 }) { (found, site) async throws -> Void in
      port = found
      try Self.register(home, site, "alice", "bob")
      #expect(try home.run("send", "bob", "hello", "--as", "alice").status == 0)
    }
    // Nothing more fits into the store.
    try await Self.use(home, port: port, { ($0.oneTimeEntries, $0.storeBytes) = (10, 1) }) {
      (_, _) async throws -> Void in
      let ended = try home.run("receive", "--as", "bob")
      #expect(ended.status == 0 && ended.output.contains("hello"), "\(ended.errors)")
      #expect(ended.errors.contains("key"))
    }
  }

  @Test func followingGoesOnWhenTheRelayIsBusy() async throws {
    let home = try ChatHome()
    var port: UInt16 = 0
    try await Self.use(home) { (found, site) async throws -> Void in
      port = found
      try Self.register(home, site, "alice", "bob")
      #expect(try home.run("send", "bob", "hello", "--as", "alice").status == 0)
    }
    // Of the first requests of a client all but one are refused.
    try await Self.use(home, port: port, { ($0.requests, $0.requestsPerSecond) = (1, 1) }) {
      (_, _) async throws -> Void in
      let program = try home.start(["receive", "--follow", "--as", "bob"])
      var hasCome = false
      for _ in 0..<300 where !hasCome && program.isRunning {
        try await Task.sleep(for: .milliseconds(100))
        hasCome = try program.outputSoFar().contains("hello")
      }
      let errors = try program.errorsSoFar()
      #expect(hasCome, "\(errors)")
      program.signal(SIGKILL)
      _ = try program.wait(seconds: 20)
    }
  }

  /// What cannot be opened is answered where the person wrote first: an answer tells a stranger that somebody reads, and
  /// makes it a contact at the relay.
  @Test func strangersWhoseEnvelopesCannotBeOpenedGetNoAnswer() async throws {
    let home = try ChatHome()
    try await Self.use(home) { (_, site) async throws -> Void in
      try Self.register(home, site, "bob", "eve")
      func answers() async throws -> Int {
        let (bob, eve) = (try MessagingAddress(name: "bob"), try await Self.open("eve", in: home))
        let random = SystemRandomness()
        try await eve.relay.post(
          [1, 2, 1] + (try random.bytes(count: 200)), try random.bytes(count: 16), to: bob)
        #expect(try home.run("receive", "--as", "bob").status == 1)
        let count = try await eve.relay.envelopes(after: 0, wait: 0).list.count
        await eve.close()
        return count
      }
      #expect(try await answers() == 0)
      #expect(try home.run("send", "eve", "hello", "--as", "bob").status == 0)
      #expect(try await answers() == 2)
    }
  }
}

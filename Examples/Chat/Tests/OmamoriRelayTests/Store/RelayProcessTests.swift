import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriRelay

/// Relays that are killed in the middle, and relays whose disk is full.
@Suite("RelayProcess", .serialized)
struct RelayProcessTests {
  private static let rounds = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil ? 100 : 10

  /// Whatever a client was told is there, nothing is there twice, and no one-time entry is given away twice.
  @Test func killedRelaysLoseNothingThatTheyPromised() async throws {
    let folder = RunningRelay.newFolder()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { RunningRelay.remove(folder) }
    let said = folder + "/said"
    _ = FileManager.default.createFile(atPath: said, contents: nil)
    for round in 0..<Self.rounds {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [folder = folder as String, said = said as String, round = round as Int] in
        let descriptor = unsafe Foundation.open(said, O_WRONLY | O_APPEND)
        let begin = {
          Thread.detachNewThread {
            usleep(UInt32.random(in: 0...60_000))
            kill(getpid(), SIGKILL)
          }
        }
        // Every fourth one may be killed while it opens the store.
        if round % 4 == 0 { begin() }
        // As many as a fast disk takes in all rounds.
        var limits = RelayLimits()
        limits.envelopes = 10_000_000
        let store = try RelayStore(folder + "/relay.db", limits: limits)
        _ = try store.register("YQ.1", identity: [UInt8](repeating: 1, count: 32))
        let account = try #require(try store.account("YQ.1"))
        for number in 0... {
          let name = "\(round)-\(number)"
          let outcome = try store.store([1, 2, 3], as: name, from: account, to: account, now: 1)
          guard case .new = outcome else { continue }
          _ = try store.add([RelayStore.Entry(name: name, bytes: Array(name.utf8))], to: account)
          try store.publish(Array(name.utf8), of: account)
          let given = try store.bundle(of: account, takesEntry: true, now: 1)?.entry?.name ?? "none"
          var line = Array("\(name) \(given)\n".utf8)
          unsafe _ = write(descriptor, &line, line.count)
          if number == 0, round % 4 != 0 { begin() }
        }
      }
    }
    let lines = try String(contentsOfFile: said, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }
    let store = try RelayStore(folder + "/relay.db", limits: RelayLimits())
    #expect(
      try store.read { database throws(RelayError) in
        let statement = try database.query("PRAGMA integrity_check")
        return try statement.step() ? statement.text(at: 0) : ""
      } == "ok")
    let account = try #require(try store.account("YQ.1"))
    var stored: [String] = []
    var last: Int64 = 0
    while case let delivery = try store.envelopes(for: account, after: last, count: 100, now: 2),
      let newest = delivery.envelopes.last
    {
      stored += delivery.envelopes.map(\.identifier)
      #expect(delivery.envelopes.first.map { $0.sequence > last } == true)
      last = newest.sequence
    }
    #expect(Set(stored).count == stored.count)
    #expect(Set(lines.map { $0[0] }).subtracting(stored).isEmpty)
    let given = lines.map { $0[1] }
    #expect(Set(given).count == given.count && !given.contains("none"))
    #expect(lines.count >= Self.rounds / 2)
  }

  /// A relay that is killed while a client talks to it starts again with its pin and everything that it promised.
  @Test(.enabled(if: Program.hasPython)) func aKilledRelayStartsAgain() async throws {
    let folder = RunningRelay.newFolder()
    defer { RunningRelay.remove(folder) }
    let pouring = Task.detached { () throws -> String in
      // The child says its port when it listens.
      let isThere = try await RunningRelay.eventually {
        FileManager.default.fileExists(atPath: folder + "/question")
      }
      try #require(isThere)
      let question = try Data(contentsOf: URL(filePath: folder + "/question"))
      return try Program.run(
        Program.python + [Program.script("relay_scenarios.py")], input: Array(question)
      ).text
    }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = folder as String] in
      var options = RelayOptions(folder: folder)
      // The first answers to envelopes have been given when it is killed.
      let count = Protected(0)
      options.log = { event in
        guard event.route == "putEnvelope" else { return }
        if count.withLock({ count in
          count += 1
          return count
        }) == 20 {
          Thread.detachNewThread {
            usleep(UInt32.random(in: 0...20_000))
            kill(getpid(), SIGKILL)
          }
        }
      }
      let relay = try await Relay.start(options)
      let question = #"{"scenario":"pour","port":\#(relay.port),"pin":"\#(relay.pin)"}"#
      try Data(question.utf8).write(to: URL(filePath: folder + "/question"), options: .atomic)
      try await Task.sleep(for: .seconds(30))
    }
    let promised = try #require(Int(try await pouring.value.split(separator: "\n").first ?? ""))
    try await RunningRelay.use(in: folder) { (running) async throws -> Void in
      let question = try String(contentsOfFile: folder + "/question", encoding: .utf8)
      #expect(question.contains(running.relay.pin))
      #expect(try running.curl([]).status == 0)
    }
    let store = try RelayStore(folder + "/relay.db", limits: RelayLimits())
    let account = try #require(try store.account(AccountAddress.text(name: "pourer", device: 1)))
    let kept = try store.envelopes(for: account, after: 0, count: 100, now: TestAccount.now).envelopes
    // One more may have been stored than was told.
    #expect(promised >= 19 && (promised...promised + 1).contains(kept.count))
  }

  /// Everything that waits for an account.
  private static func waiting(_ store: RelayStore, _ account: RelayStore.Account) throws -> [Int64] {
    var sequences: [Int64] = []
    while true {
      let last = sequences.last ?? 0
      let page = try store.envelopes(for: account, after: last, count: 100, now: 2).envelopes
      guard !page.isEmpty else { return sequences }
      sequences += page.map(\.sequence)
    }
  }

  /// A file that may not grow: what does not fit is refused in words, and everything else goes on.
  @Test func aFullDiskIsSaid() async throws {
    let folder = RunningRelay.newFolder()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { RunningRelay.remove(folder) }
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      signal(SIGXFSZ, SIG_IGN)
      let store = try RelayStore(folder + "/relay.db", limits: RelayLimits())
      _ = try store.register("YQ.1", identity: [UInt8](repeating: 1, count: 32))
      let account = try #require(try store.account("YQ.1"))
      _ = try store.store([1], as: "first", from: account, to: account, now: 1)
      var limit = rlimit(rlim_cur: 400_000, rlim_max: .max)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let envelope = [UInt8](repeating: 7, count: 100_000)
      var failure: RelayError?
      var count = 0
      while failure == nil, count < 20 {
        do throws(RelayError) {
          _ = try store.store(envelope, as: "n\(count)", from: account, to: account, now: 1)
          count += 1
        } catch {
          failure = error
        }
      }
      #expect(failure?.isFull == true && count > 0)
      #expect(try Self.waiting(store, account).count == count + 1)
    }
    let store = try RelayStore(folder + "/relay.db", limits: RelayLimits())
    let account = try #require(try store.account("YQ.1"))
    try store.acknowledge(try Self.waiting(store, account), of: account, now: 2)
    #expect(try Self.waiting(store, account).isEmpty)
  }
}

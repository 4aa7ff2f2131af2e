import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Does `body` again while other processes hold the file for longer than a writer waits, ten times at most.
private func patiently<Result>(_ body: () async throws -> Result) async throws -> Result {
  for _ in 0..<9 {
    do {
      return try await body()
    } catch KeychainError.busy {
      continue
    }
  }
  return try await body()
}

/// Several processes at one keychain file, and processes that are killed at any moment.
///
/// `OMAMORI_SOAK` says how often processes are killed as a multiple of 20; with `OMAMORI_DEEP` it is 1,000 times.
@Suite(.serialized) struct KeychainProcessTests {
  private static let rounds: Int = {
    let environment = ProcessInfo.processInfo.environment
    if environment["OMAMORI_DEEP"] != nil { return 1000 }
    return max(1, Int(20 * (environment["OMAMORI_SOAK"].flatMap(Double.init) ?? 1)))
  }()

  private static let counter = Sample.query("counter")

  private func withProcesses(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count { group.addTask { try await body(number) } }
      try await group.waitForAll()
    }
  }

  @Test func eightWritersLoseNothing() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create(KeychainFileOptions())
    try await file.put(Sample.password("counter", "0"))
    try await withProcesses(8) { [path = fixture.path] number in
      await #expect(processExitsWith: .success) {
        [path = path as String, number = number as Int] in
        let file = try await KeychainFile.open(at: path)
        try await file.unlock(with: .passphrase(FileFixture.passphrase()))
        for round in 0..<25 {
          try await patiently {
            try await file.transaction { transaction throws(KeychainError) in
              let found = try transaction.find(Sample.query("counter"), withSecrets: true)
              let text = found.first?.secret?.withBytes { String(decoding: $0.array, as: UTF8.self) } ?? ""
              try transaction.put(Sample.password("counter", "\((Int(text) ?? -1000) + 1)"), if: .always)
            }
          }
          _ = try await patiently { try await file.put(Sample.password("\(number)-\(round)", "\(round)")) }
          // Compare and swap, again and again until nobody came between.
          while true {
            let found = try await file.find(Sample.query("counter"), withSecrets: true, access: .none)
            guard let item = found.first,
              let text = item.secret?.withBytes({ String(decoding: $0.array, as: UTF8.self) })
            else { throw KeychainError.corrupt(.item) }
            let next = Sample.password("counter", "\((Int(text) ?? -1000) + 1)")
            let written = try await patiently {
              try await file.put(next, if: .version(item.version), access: .none)
            }
            if written != nil { break }
          }
        }
      }
    }
    #expect(try await file.texts(Self.counter) == ["400"])
    #expect(try await file.find(Sample.everything).count == 201)
    #expect(try await file.verify().problems.isEmpty)
    withExtendedLifetime(fixture) {}
  }

  @Test func eightProcessesMakeOneKey() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    let results = fixture.path + "-results"
    try FileManager.default.createDirectory(atPath: results, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: results) }
    try await withProcesses(8) { [path = fixture.path] number in
      await #expect(processExitsWith: .success) {
        [path = path as String, results = results as String, number = number as Int] in
        let file = try await KeychainFile.open(at: path)
        try await file.unlock(with: .passphrase(FileFixture.passphrase()))
        let mine = UUID().uuidString
        _ = try await file.put(Sample.password("key", mine), if: .absent, access: .none)
        let found = try await file.texts(Sample.query("key"))
        try Data(found.joined().utf8).write(to: URL(filePath: results).appending(path: "\(number)"))
      }
    }
    let keys = try FileManager.default.contentsOfDirectory(atPath: results).map {
      try String(contentsOfFile: results + "/" + $0, encoding: .utf8)
    }
    #expect(keys.count == 8 && Set(keys).count == 1)
    #expect(try await file.texts(Sample.query("key")) == [try #require(keys.first)])
    withExtendedLifetime(fixture) {}
  }

  /// Whatever was acknowledged is there, in full, and everything verifies, wherever a process was killed.
  @Test func killedProcessesLoseNothing() async throws {
    let fixture = try FileFixture()
    let made = try await fixture.create()
    await made.close()
    let log = fixture.path + "-log"
    defer { try? FileManager.default.removeItem(atPath: log) }
    for round in 0..<Self.rounds {
      _ = FileManager.default.createFile(atPath: log, contents: nil)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = fixture.path as String, log = log as String, round = round as Int] in
        let file = try await KeychainFile.open(at: path)
        try await file.unlock(with: .passphrase(FileFixture.passphrase()))
        let handle = try FileHandle(forWritingTo: URL(filePath: log))
        Thread.detachNewThread {
          usleep(UInt32.random(in: 0...30_000))
          kill(getpid(), SIGKILL)
        }
        var number = 0
        while true {
          number += 1
          try await file.put(Sample.password("\(number % 8)", "\(round) \(number)"))
          try handle.write(contentsOf: Data("put \(number % 8) \(round) \(number)\n".utf8))
          if number % 5 == 0 {
            _ = try await file.remove(Sample.query("\(number % 7)"))
            try handle.write(contentsOf: Data("remove \(number % 7)\n".utf8))
          }
          if number % 6 == round % 6 {
            try await file.rotateKeys()
            try handle.write(contentsOf: Data("rotate\n".utf8))
          }
          if number % 9 == round % 9 {
            let slot = try await file.addSlot(NewSlot("paper", .recoveryCode(try RecoveryCode())))
            try await file.removeSlot(slot.id)
          }
        }
      }
      try await check(fixture, try String(contentsOfFile: log, encoding: .utf8))
    }
    withExtendedLifetime(fixture) {}
  }

  /// Compares the keychain with what was acknowledged; the one operation after that may have happened or not.
  private func check(_ fixture: FileFixture, _ log: String) async throws {
    let file = try await fixture.unlocked()
    #expect(try await file.verify().problems.isEmpty)
    var expected: [String: String?] = [:]
    let lines = log.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    for line in lines where line.first == "put" { expected[line[1]] = line[2] + " " + line[3] }
    var last: [String: Int] = [:]
    for (index, line) in lines.enumerated() where line.count > 1 {
      last[line[1]] = index
      expected[line[1]] = line[0] == "put" ? line[2] + " " + line[3] : .some(nil)
    }
    let number = lines.count { $0.first == "put" }
    let unsure: Set<String> = ["\((number + 1) % 8)", "\(number % 7)"]
    for (account, text) in expected where !unsure.contains(account) {
      #expect(try await file.texts(Sample.query(account)) == [text].compactMap { $0 }, "\(account)")
    }
    for slot in try await file.slots() where slot.name == "paper" { try await file.removeSlot(slot.id) }
    await file.close()
  }

  /// A power failure may leave any beginning of the write-ahead log, zeros or other bytes behind it: the keychain has a state
  /// that there was, with transactions whole.
  @Test func aDamagedWriteAheadLogLosesTheLastChangesOnly() async throws {
    let fixture = try FileFixture()
    let made = try await fixture.create()
    for name in ["left", "right"] { try await made.put(Sample.password(name, "0")) }
    await made.close()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = fixture.path as String] in
      let file = try await KeychainFile.open(at: path)
      try await file.unlock(with: .passphrase(FileFixture.passphrase()))
      for number in 1...40 {
        try await file.transaction { transaction throws(KeychainError) in
          for name in ["left", "right"] {
            try transaction.put(Sample.password(name, "\(number)"), if: .always)
          }
        }
      }
      kill(getpid(), SIGKILL)
    }
    let log = try Data(contentsOf: URL(filePath: fixture.path + "/keychain.db-wal"))
    try #require(log.count > 100_000)
    var numbers: Set<String> = []
    for round in 0..<(ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == nil ? 15 : 150) {
      let copy = try FileFixture()
      try FileManager.default.copyItem(atPath: fixture.path, toPath: copy.path)
      try? FileManager.default.removeItem(atPath: copy.path + "/keychain.db-shm")
      var damaged = log
      let place = Int.random(in: 32..<log.count)
      switch round % 3 {
      case 0: damaged = log.prefix(place)
      case 1: damaged.resetBytes(in: place..<log.count)
      default: for index in place..<min(place + 512, log.count) { damaged[index] = .random(in: 0...255) }
      }
      let handle = try FileHandle(forWritingTo: URL(filePath: copy.path + "/keychain.db-wal"))
      try handle.write(contentsOf: damaged)
      try handle.truncate(atOffset: UInt64(damaged.count))
      try handle.close()
      let file = try await copy.unlocked()
      #expect(try await file.verify().problems.isEmpty)
      let (left, right) = (
        try await file.texts(Sample.query("left")), try await file.texts(Sample.query("right"))
      )
      #expect(left == right && left.count == 1, "\(round % 3) at \(place): \(left) \(right)")
      numbers.formUnion(left)
      await file.close()
    }
    #expect(numbers.count > 1)
    withExtendedLifetime(fixture) {}
  }

  /// A file that may not grow: the change is refused in words, and everything from before is there.
  @Test func aFullDiskChangesNothing() async throws {
    let fixture = try FileFixture()
    let file = try await fixture.create()
    try await file.put(Sample.password("a", "before"))
    await file.close()
    await #expect(processExitsWith: .success) { [path = fixture.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let file = try await KeychainFile.open(at: path)
      try await file.unlock(with: .passphrase(FileFixture.passphrase()))
      var limit = rlimit(rlim_cur: 120_000, rlim_max: .max)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let large = Sample.password("large", String(repeating: "x", count: 200_000))
      await #expect(throws: KeychainError.diskFull) { try await file.put(large) }
      #expect(try await file.texts() == ["before"])
      #expect(try await file.verify().problems.isEmpty)
    }
    let again = try await fixture.unlocked()
    #expect(try await again.texts() == ["before"])
    try await again.put(Sample.password("b", "after"))
    #expect(try await again.verify().problems.isEmpty)
    withExtendedLifetime(fixture) {}
  }
}

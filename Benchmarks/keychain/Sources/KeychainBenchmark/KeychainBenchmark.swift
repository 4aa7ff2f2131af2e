import Foundation
import OmamoriCore
import OmamoriCrypto
@_spi(Testing) import OmamoriKeychain
@_spi(Testing) import OmamoriKeychainFile

/// Prints rates of the keychain file beside those of SQLite alone, taken in turn in one run, one a line.
@main
struct KeychainBenchmark {
  static func main() async throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "/dev/shm"
    let isDurable = CommandLine.arguments.contains("--durable")
    let count = 4000
    let base = folder + "/omamori-benchmark-\(getpid())"
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: base) }
    let slot = NewSlot("passphrase", .passphrase(Password("benchmark")))
    let file = try await KeychainFile.create(
      at: base + "/keychain", slot: slot, options: KeychainFileOptions(isDurable: isDurable))
    let keychain = SynchronousKeychain(file)
    let raw = RawStore(base + "/raw.db", isDurable: isDurable)

    var (ownSet, rawSet, ownGet, rawGet) = (Duration.zero, Duration.zero, Duration.zero, Duration.zero)
    let clock = ContinuousClock()
    // What is written to a disk waits for it; nothing else here waits for anything.
    func measure(_ body: () throws -> Void) rethrows -> Duration {
      isDurable ? try clock.measure(body) : try ProcessorTime.measure(body)
    }
    let part = 250
    let (items, queries) = ((0..<count).map(item), (0..<count).map(query))
    for start in stride(from: 0, to: count, by: part) {
      rawSet += measure { for number in start..<start + part { raw.set(number) } }
      ownSet += try measure { for number in start..<start + part { try keychain.put(items[number]) } }
    }
    report("set", ownSet, rawSet, count)
    let reads = 40_000
    for _ in 0..<4 {
      rawGet += measure {
        for number in 0..<reads / 4 where raw.get(number % count) == 0 { exit(1) }
      }
      ownGet += try measure {
        for number in 0..<reads / 4 {
          guard try keychain.find(queries[number % count], withSecrets: true).first?.secret != nil else {
            exit(1)
          }
        }
      }
    }
    report("get", ownGet, rawGet, reads)
    guard !isDurable else { return }

    var medians: [Int: Duration] = [:]
    var stored = count
    for size in [10_000, 100_000] {
      while stored < size {
        let next = min(stored + 1000, size)
        let first = stored
        try await file.transaction { transaction throws(KeychainError) in
          for number in first..<next { try transaction.put(item(number), if: .always) }
        }
        stored = next
      }
      if size == 10_000 {
        let all = ItemQuery(.genericPassword, [.service: .text("service")], limit: .all)
        var best = Duration.seconds(1000)
        for _ in 0..<5 {
          best = min(
            best,
            try measure { if try keychain.find(all, withSecrets: false).count != size { exit(1) } })
        }
        print("list.10000 \(milliseconds(best)) ms")
      }
      medians[size] = try median(keychain, size)
    }
    let small = try await KeychainFile.create(
      at: base + "/small", slot: slot, options: KeychainFileOptions(isDurable: false))
    for number in 0..<1000 { _ = try SynchronousKeychain(small).put(item(number)) }
    let least = try median(SynchronousKeychain(small), 1000)
    print("get.median.1000 \(microseconds(least)) us")
    for (size, median) in medians.sorted(by: { $0.key < $1.key }) {
      print(
        "get.median.\(size) \(microseconds(median)) us, \(String(format: "%.2f", median / least)) of that at 1,000"
      )
    }
    let again = try await KeychainFile.open(
      at: base + "/small", options: KeychainFileOptions(isDurable: false))
    var best = Duration.seconds(1000)
    for _ in 0..<5 {
      let start = clock.now
      try await again.unlock(with: .passphrase(Password("benchmark")))
      best = min(best, clock.now - start)
      await again.lock(.everything)
    }
    print("unlock.1000 \(milliseconds(best)) ms")
    await file.lock(.everything)
    let start = clock.now
    try await file.unlock(with: .passphrase(Password("benchmark")))
    print("unlock.100000 \(milliseconds(clock.now - start)) ms")
  }

  private static func item(_ number: Int) -> NewItem {
    NewItem(
      .genericPassword, [.account: .text("user\(number)@example.test"), .service: .text("service")],
      secret: SharedSecretBytes(SecretBytes(count: 32) { _ in }))
  }

  private static func query(_ number: Int) -> ItemQuery {
    ItemQuery(
      .genericPassword, [.account: .text("user\(number)@example.test"), .service: .text("service")])
  }

  private static func median(_ keychain: SynchronousKeychain, _ size: Int) throws -> Duration {
    let clock = ContinuousClock()
    var times: [Duration] = []
    var number = 1
    for _ in 0..<20_000 {
      number = (number &* 48_271) % size
      let wanted = query(number)
      times.append(try clock.measure { _ = try keychain.find(wanted, withSecrets: true) })
    }
    return times.sorted()[times.count / 2]
  }

  private static func report(_ name: String, _ own: Duration, _ raw: Duration, _ count: Int) {
    print(
      "\(name) \(rate(own, count))/s, SQLite alone \(rate(raw, count))/s, ratio \(String(format: "%.2f", raw / own))"
    )
  }

  private static func rate(_ duration: Duration, _ count: Int) -> Int {
    Int(Double(count) / (duration / .seconds(1)))
  }
  private static func milliseconds(_ duration: Duration) -> String {
    String(format: "%.1f", duration / .milliseconds(1))
  }
  private static func microseconds(_ duration: Duration) -> String {
    String(format: "%.2f", duration / .microseconds(1))
  }
}

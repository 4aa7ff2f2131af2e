import Foundation
import TestSupport
import Testing

extension EncryptionCommands {
  /// The tool is killed at random moments: the final name is there whole or not at all, and the source stays as it is.
  ///
  /// `OMAMORI_SEED` chooses the moments, `OMAMORI_SOAK` 1.0 means 200 runs that really were killed.
  @Suite("Killed", .timeLimit(.minutes(20)), .serialized) struct KillTests {
    /// What is killed, and how its result is compared with the source.
    struct Work: Sendable, CustomTestStringConvertible {
      let words: [String]
      /// A line of bash that succeeds when `new` is what it should be.
      let isRight: String
      var testDescription: String { words.joined(separator: " ") }
    }

    static let works = [
      Work(
        words: ["encrypt", "-i", "key", "plain", "-o", "new"],
        isRight: "omamori decrypt -i key new | cmp - plain"),
      Work(
        words: ["encrypt", "-i", "key", "plain", "-o", "new", "--force"],
        isRight: "cmp new old || omamori decrypt -i key new | cmp - plain"),
      Work(words: ["decrypt", "-i", "key", "secret", "-o", "new"], isRight: "cmp new plain"),
      Work(words: ["decrypt", "-i", "key", "folder.o", "--extract", "new"], isRight: "diff -r new folder"),
    ]

    @Test(arguments: works) func nothingHalfIsLeft(work: Work) throws {
      let box = try CryptoSandbox()
      try box.writeNoise(6_000_000, to: "plain")
      for number in 0..<20 { try box.writeNoise(200_000, to: "folder/file\(number)", seed: UInt64(number)) }
      let made = try box.shell(
        "omamori encrypt -r $R plain -o secret && omamori encrypt -r $R folder -o folder.o && echo old > old; "
          + "sha256sum plain secret folder.o key > sums")
      #expect(made.status == 0, "\(made.errors)")
      // How long the work takes when nobody disturbs it.
      let start = ContinuousClock.now
      #expect(try Program(Omamori.path, work.words, in: box.folder).wait().status == 0)
      let duration = (ContinuousClock.now - start) / .microseconds(1)
      var generator = SplitMix(state: Seed.value)
      let wanted = max(5, Int(200 * Seed.soak / Double(Self.works.count)))
      var (runs, killed, whole) = (0, 0, 0)
      // A run that is over before its moment comes does not count, and moves the moments of the next ones forward.
      var window = duration
      while killed < wanted, runs < 5 * wanted {
        runs += 1
        #expect(try box.shell("rm -rf new .omamori-*.tmp .*.tmp").status == 0)
        if work.words.contains("--force") { #expect(try box.shell("cp old new").status == 0) }
        let program = try Program(Omamori.path, work.words, in: box.folder)
        usleep(UInt32.random(in: 0...UInt32(window), using: &generator))
        program.signal(SIGKILL)
        if try program.wait().status == -SIGKILL { killed += 1 } else { window *= 0.9 }
        #expect(try box.shell("sha256sum --quiet -c sums").status == 0)
        guard try box.folder.names().contains("new") else { continue }
        whole += 1
        let right = try box.shell(work.isRight)
        #expect(right.status == 0, "\(right.output)\(right.errors)")
      }
      print("seed \(Seed.value): \(runs) runs, \(killed) killed, \(whole) with a whole result")
      #expect(killed == wanted)
    }

    /// Waits until a program catches a signal, which on a busy machine it does late; for 20 seconds at most.
    private func waitUntil(_ program: Program, catches signal: Int32) throws {
      for _ in 0..<20_000 where program.isRunning {
        let status = try String(contentsOfFile: "/proc/\(program.number)/status", encoding: .utf8)
        let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let mask =
          caught.flatMap { UInt64($0.dropFirst(7).trimmingPrefix { $0.isWhitespace }, radix: 16) } ?? 0
        if mask & 1 << UInt64(signal - 1) != 0 { return }
        usleep(1_000)
      }
    }

    @Test(arguments: works) func interruptionLeavesNothing(work: Work) throws {
      let box = try CryptoSandbox()
      let made = try box.shell(
        """
        truncate -s 600M plain; mkdir folder; truncate -s 600M folder/file
        omamori encrypt -r $R plain -o secret; mv plain aside
        omamori encrypt -r $R folder -o folder.o; mv aside plain; echo old > old
        """)
      #expect(made.status == 0, "\(made.errors)")
      if work.words.contains("--force") { try box.folder.write("old\n", to: "new") }
      let names = try box.folder.names()
      for signal in [SIGINT, SIGTERM] {
        let program = try Program(Omamori.path, work.words, in: box.folder)
        try waitUntil(program, catches: signal)
        usleep(150_000)
        try #require(program.isRunning)
        program.signal(signal)
        let ended = try program.wait()
        #expect(ended.status == 130)
        #expect(ended.errors == "")
        #expect(try box.folder.names() == names)
      }
      if work.words.contains("--force") { #expect(try box.shell("cmp new old").status == 0) }
    }
  }
}

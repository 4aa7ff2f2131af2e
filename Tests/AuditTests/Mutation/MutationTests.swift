import Foundation
import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Files that were changed at random are audited or refused: every audit ends, and says the same when it is repeated.
///
/// `OMAMORI_DEEP` makes ten thousand of each format, `OMAMORI_SEED` other ones, and `OMAMORI_FORMATS=html,key` leaves out
/// the other formats.
@Suite(.serialized) struct MutationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isDeep = environment["OMAMORI_DEEP"] != nil
  private static let rounds = isDeep ? 10_000 : 24
  private static let seed = environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? 20_261_122

  private static let formats = environment["OMAMORI_FORMATS"].map { names in
    names.split(separator: ",").compactMap { MutatedFormat(rawValue: String($0)) }
  }

  @Test func namesOfFormatsAreKnown() {
    let names = Self.environment["OMAMORI_FORMATS"]?.split(separator: ",") ?? []
    for name in names { #expect(MutatedFormat(rawValue: String(name)) != nil, "there is no format \(name)") }
  }

  @Test(.timeLimit(.minutes(isDeep ? 120 : 3)), arguments: formats ?? MutatedFormat.allCases)
  func auditsEndAndSayTheSameAgain(_ format: MutatedFormat) async throws {
    let seeds = format.seeds()
    try #require(!seeds.isEmpty)
    let trees = try seeds.map { seed in
      let folder = try TemporaryFolder()
      for (path, bytes) in seed.others { try folder.write(path, bytes: bytes) }
      return folder
    }
    var random = Mutator(seed: Self.seed)
    var (read, refused, findings) = (0, 0, 0)
    var slowest = (round: 0, time: Duration.zero)
    for round in 0..<Self.rounds {
      let number = random.next(below: seeds.count)
      let (seed, other) = (seeds[number], seeds[random.next(below: seeds.count)])
      // The first of all is sound, which shows that the seed is read.
      let bytes = round == 0 ? seed.bytes : random.mutated(seed.bytes, other.bytes)
      let file = try trees[number].write(seed.path, bytes: bytes)
      let place = format == .archive ? file : trees[number].path
      let start = ContinuousClock.now
      let first = try await Self.audit(place)
      let time = ContinuousClock.now - start
      if time > slowest.time { slowest = (round, time) }
      // Of ten thousand, some are enough to show that nothing depends on chance.
      if !Self.isDeep || round % 8 == 0 {
        let second = try await Self.audit(place)
        #expect(first == second, "\(format) \(round) of seed \(Self.seed)")
      }
      read += first.skipped.isEmpty ? 1 : 0
      refused += first.skipped.isEmpty ? 0 : 1
      findings += first.findings.count
    }
    #expect(read + refused == Self.rounds)
    print(
      "\(format): \(Self.rounds) files, \(refused) refused, \(findings) findings, seed \(Self.seed);",
      "number \(slowest.round) took longest, \(slowest.time)")
  }

  /// What an audit says, as far as it may not depend on the time.
  private struct Answer: Equatable {
    var findings: [Finding] = []
    var evidence: [Evidence] = []
    var skipped: [SkippedFile] = []
    var target: AuditTarget?
  }

  private static func audit(_ path: String) async throws -> Answer {
    let inventory: Inventory
    do {
      inventory = try Discovery().inventory(at: path)
    } catch {
      // What cannot be audited at all is refused as a whole.
      return Answer(skipped: [SkippedFile(file: path, reason: .malformed, message: error.message)])
    }
    let report = try await Auditor(options: .init(jobs: 1)).audit(inventory)
    return Answer(
      findings: report.findings, evidence: report.evidence, skipped: report.skipped, target: report.target)
  }
}

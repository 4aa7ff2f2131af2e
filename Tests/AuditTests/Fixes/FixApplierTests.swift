import OmamoriCore
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct FixApplierTests {
  private static let title = LocalizedText("Repairs.", ja: "修正します。")

  private func fix(_ replacements: (Range<Int>, String, String)...) throws -> SourceFix {
    try #require(
      SourceFix(Self.title, replacements.map { SourceFix.Replacement($0.0, $0.1, with: $0.2) }))
  }

  private func result(_ text: String, _ fixes: [SourceFix]) -> (String, [FixRefusal?]) {
    var applier = FixApplier(Array(text.utf8))
    let refusals = fixes.map { fix -> FixRefusal? in
      do throws(FixRefusal) { try applier.add(fix) } catch { return error }
      return nil
    }
    return (String(decoding: applier.result, as: UTF8.self), refusals)
  }

  @Test func makesWhatDoesNotStandInTheWay() throws {
    let (text, refusals) = result(
      "one two three",
      [
        try fix((8..<13, "three", "3")), try fix((0..<3, "one", "1"), (13..<13, "", "!")),
        try fix((4..<7, "two", "2")),
      ])
    #expect(text == "1 2 3!")
    #expect(refusals == [nil, nil, nil])
  }

  @Test func theFirstOfTwoWins() throws {
    let fixes = [
      try fix((4..<7, "two", "2")), try fix((0..<3, "one", "1"), (6..<9, "o t", "-")),
      try fix((5..<5, "", "x")),
      try fix((4..<4, "", "a")), try fix((4..<4, "", "b")), try fix((4..<7, "two", "2"), (7..<7, "", ";")),
    ]
    let (text, refusals) = result("one two three", fixes)
    #expect(text == "one a2; three")
    #expect(refusals == [nil, .overlap, .overlap, nil, .overlap, nil])
  }

  @Test func refusesAnotherText() throws {
    let (text, refusals) = result("one two", [try fix((0..<3, "two", "2")), try fix((6..<9, "o t", "x"))])
    #expect(text == "one two")
    #expect(refusals == [.changed, .changed])
  }

  @Test func aFixIsWhole() {
    func made(_ replacements: [(Range<Int>, String)]) -> SourceFix? {
      SourceFix(Self.title, replacements.map { SourceFix.Replacement($0.0, "", with: $0.1) })
    }
    #expect(made([]) == nil)
    #expect(made([(1..<3, "a"), (2..<4, "b")]) == nil)
    #expect(made([(1..<1, "a"), (1..<1, "b")]) == nil)
    #expect(made([(1..<1, "a"), (1..<1, "a")]) == nil)
    #expect(made([(3..<4, "a"), (1..<3, "b"), (4..<4, "c")])?.replacements.map(\.new) == ["b", "a", "c"])
  }

  /// Whatever is added in whatever order: what was accepted is there, and all other bytes are as they were.
  @Test(arguments: 0..<200) func keepsOtherBytes(seed: Int) {
    var generator = SplitMix(seed: UInt64(seed))
    let text = (0..<40).map { _ in UInt8.random(in: 0x61...0x7A, using: &generator) }
    var (applier, accepted) = (FixApplier(text), [SourceFix.Replacement]())
    for number in 0..<30 {
      let start = Int.random(in: 0...40, using: &generator)
      let end = Int.random(in: start...min(40, start + 5), using: &generator)
      let replacement = SourceFix.Replacement(
        start..<end, String(decoding: text[start..<end], as: UTF8.self), with: "<\(number)>")
      guard let fix = SourceFix(Self.title, [replacement]) else { continue }
      let isFree = !accepted.contains(where: replacement.isAgainst)
      do throws(FixRefusal) {
        try applier.add(fix)
        #expect(isFree)
        accepted.append(replacement)
      } catch { #expect(!isFree) }
    }
    accepted.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    #expect(applier.replacements == accepted)
    var expected = text
    for replacement in accepted.reversed() {
      expected.replaceSubrange(replacement.range, with: Array(replacement.new.utf8))
    }
    #expect(applier.result == expected)
  }

  private struct SplitMix: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
      seed &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}

import OmamoriCore
import Testing

@Suite struct JSONHostileTests {
  private static let sample = Array(
    #"{"name":"お守り\u0041\uD83D\uDE00","list":[1,-2.5e10,true,false,null,{"deep":[[[]]]}],"end":""}"#.utf8
  )

  private func problem(_ bytes: [UInt8], _ limits: JSONLimits = .standard) -> JSONProblem? {
    do throws(CoreError) {
      _ = try StrictJSON.parse(bytes, limits: limits)
      return nil
    } catch {
      guard case .invalidJSON(let problem, _) = error else { return nil }
      return problem
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func refusesADepthBomb(_ opening: String) {
    let bomb = Array(String(repeating: opening, count: 1_000_000).utf8)
    #expect(problem(bomb) == .tooDeep(limit: 64))
    var limits = JSONLimits.standard
    limits.depth = .max
    #expect(problem(bomb, limits) == .tooDeep(limit: JSONLimits.greatestDepth))
  }

  @Test func followsExactlyTheDepthAllowed() {
    let nested = { (depth: Int) in
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(problem(nested(64)) == nil)
    #expect(problem(nested(65)) == .tooDeep(limit: 64))
    #expect(problem(nested(1), JSONLimits(depth: 0)) == .tooDeep(limit: 0))
    #expect(problem(Array("1".utf8), JSONLimits(depth: 0)) == nil)
    #expect(problem(nested(256), JSONLimits(depth: 256)) == nil)
  }

  @Test func respectsSizeAndCounts() {
    #expect(problem(Array("[1,2]".utf8), JSONLimits(size: 5)) == nil)
    #expect(problem(Array("[1,2]".utf8), JSONLimits(size: 4)) == .tooLarge(limit: 4))
    #expect(problem(Array("[1,2]".utf8), JSONLimits(values: 3)) == nil)
    #expect(problem(Array("[1,2]".utf8), JSONLimits(values: 2)) == .tooManyValues(limit: 2))
    #expect(problem(Array("1234".utf8), JSONLimits(numberLength: 4)) == nil)
    #expect(problem(Array("12345".utf8), JSONLimits(numberLength: 4)) == .numberTooLong(limit: 4))
    let huge = Array(repeating: UInt8(ascii: "9"), count: 1_000_000)
    #expect(problem(huge) == .numberTooLong(limit: 128))
  }

  @Test func refusesDuplicatesInLargeObjects() {
    let names = (0..<5_000).map { "\"m\($0)\":0" }.joined(separator: ",")
    #expect(problem(Array("{\(names)}".utf8)) == nil)
    #expect(problem(Array("{\(names),\"m17\":0}".utf8)) == .duplicateName)
    #expect(problem(Array("{\(names),\"\\u006d4999\":0}".utf8)) == .duplicateName)
  }

  @Test func refusesEveryTruncation() throws {
    _ = try StrictJSON.parse(Self.sample)
    for length in 0..<Self.sample.count {
      #expect(problem(Array(Self.sample.prefix(length))) != nil, "\(length) bytes")
    }
  }

  @Test func survivesMutationsAndKeepsWhatItReads() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    for round in 0..<20_000 {
      var bytes = Self.sample
      for _ in 0...random.next(below: 4) {
        let place = random.next(below: bytes.count)
        switch random.next(below: 3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(random.next(below: 9)), at: place)
        }
        if bytes.isEmpty { break }
      }
      guard let value = try? StrictJSON.parse(bytes) else { continue }
      let again = try StrictJSON.parse(value.utf8(.pretty))
      #expect(again == value, "seed \(seed), round \(round)")
    }
  }

  @Test func takesTheSameTimeForEachByte() throws {
    let shapes: [(Int) -> String] = [
      { "[" + Array(repeating: "0", count: $0).joined(separator: ",") + "]" },
      { "{" + (0..<$0).map { "\"member\($0)\":0" }.joined(separator: ",") + "}" },
      { "\"" + String(repeating: "\\u00e9", count: $0) + "\"" },
      { String(repeating: " ", count: $0 * 8) + "0" },
    ]
    for shape in shapes {
      let (small, large) = (Array(shape(4_000).utf8), Array(shape(64_000).utf8))
      let first = try shortest { for _ in 0..<4 { _ = try StrictJSON.parse(small) } }
      let second = try shortest { _ = try StrictJSON.parse(large) }
      // Linear work makes the ratio about 4; quadratic work would make it about 64.
      #expect(second < first * 32)
    }
  }

  /// The shortest time of three: on a busy machine any one of them may have waited for others.
  private func shortest(_ work: () throws -> Void) throws -> Duration {
    var shortest = try ContinuousClock().measure(work)
    for _ in 0..<2 { shortest = min(shortest, try ContinuousClock().measure(work)) }
    return shortest
  }
}

/// The SplitMix64 generator: small, seeded, good enough to choose mutations.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

@_spi(Testing) import OmamoriCore
import Testing

@Suite struct RandomnessTests {
  @Test(arguments: [0, 1, 255, 256, 257, 512, 100_000])
  func fillsEveryByte(_ count: Int) throws {
    // A byte that stays zero through 32 fills is one that is not written.
    var seen = [UInt8](repeating: 0, count: count)
    for _ in 0..<32 {
      for (place, byte) in try SystemRandomness().bytes(count: count).enumerated() { seen[place] |= byte }
    }
    #expect(!seen.contains(0))
    #expect(try SystemRandomness().bytes(count: -1).isEmpty)
  }

  @Test func repeatsWithTheSameSeed() throws {
    let (first, second) = (SeededRandomness(seed: 7), SeededRandomness(seed: 7))
    #expect(try first.bytes(count: 100) == second.bytes(count: 100))
    #expect(try first.bytes(count: 16) != SeededRandomness(seed: 8).bytes(count: 16))
    // The first outputs of SplitMix64 for the seed 1234567, little-endian.
    let words: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
    let expected = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    #expect(try SeededRandomness(seed: 1_234_567).bytes(count: 16) == expected)
  }

  @Test func choosesIntegersEvenly() throws {
    let random = SeededRandomness(seed: 42)
    var counts = [0, 0, 0, 0, 0, 0]
    for _ in 0..<60_000 { counts[try random.integer(in: 0...5)] += 1 }
    for count in counts { #expect((9_600...10_400).contains(count)) }
    #expect(try random.integer(in: -3 ... -3) == -3)
    _ = try random.integer(in: UInt64.min...UInt64.max)
    _ = try random.integer(in: Int.min...Int.max)
    for _ in 0..<100 {
      let bound = UInt64(1) << 63 + 1
      #expect(try random.integer(in: 5...bound) >= 5)
      #expect((-10 ... -5).contains(try random.integer(in: -10 ... -5)))
    }
  }

  @Test func rejectsWhatWouldFavourSomeResults() throws {
    // Three results: 2^64 mod 3 is 1, so the word 0 is rejected and the next one decides.
    let random = ScriptedRandomness([0, 4])
    #expect(try random.integer(in: UInt64(0)...2) == 1)
  }

  @Test func failuresReachTheCaller() {
    struct Failing: Randomness {
      func fill(_ bytes: inout MutableRawSpan) throws(CoreError) { throw .randomnessUnavailable(code: 38) }
    }
    #expect(throws: CoreError.randomnessUnavailable(code: 38)) { try Failing().bytes(count: 1) }
    #expect(throws: CoreError.randomnessUnavailable(code: 38)) { try Failing().integer(in: 0...9) }
    #expect(throws: CoreError.randomnessUnavailable(code: 38)) {
      _ = try SecretBytes(randomCount: 32, from: Failing())
    }
  }
}

/// Gives the words of a list, most significant byte first.
private struct ScriptedRandomness: Randomness {
  private let words: Protected<[UInt64]>

  init(_ words: [UInt64]) { self.words = Protected(words) }

  func fill(_ bytes: inout MutableRawSpan) {
    let word = words.withLock { $0.removeFirst() }
    for index in 0..<min(8, bytes.byteCount) {
      let byte = UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index))
      bytes.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
  }
}

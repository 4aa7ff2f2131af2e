import Testing

@testable import AuditEngine

@Suite struct SortedPairsTests {
  private func pairs(_ values: [(Int, String)]) -> SortedPairs<Int, String> {
    values.reduce(into: SortedPairs()) { $0[$1.0] = $1.1 }
  }

  @Test func pairsStandInTheOrderOfTheirKeys() {
    let sorted = pairs([(5, "e"), (-1, "a"), (3, "c"), (9, "i")])
    #expect(sorted.map { "\($0)\($1)" } == ["-1a", "3c", "5e", "9i"])
    #expect(sorted == pairs([(9, "i"), (3, "c"), (-1, "a"), (5, "e")]))
  }

  @Test func aKeyHasOneValue() {
    var sorted = pairs([(1, "a"), (2, "b"), (1, "c")])
    #expect(sorted[1] == "c")
    #expect(sorted[0] == nil)
    #expect(sorted[3] == nil)
    sorted[1] = nil
    sorted[7] = nil
    #expect(sorted.map(\.1) == ["b"])
    #expect(!sorted.isEmpty && SortedPairs<Int, String>().isEmpty)
  }

  @Test func valuesAreFilteredAndChanged() {
    var sorted = pairs([(1, "a"), (2, "b"), (3, "c")]).filter { key, value in key > 1 && value != "c" }
    sorted.update { $0 += "!" }
    #expect(sorted.map(\.1) == ["b!"])
  }
}

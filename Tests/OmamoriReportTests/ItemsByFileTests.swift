import Testing

@testable import OmamoriReport

/// What is gone, taken in order by what came in another file.
@Suite struct ItemsByFileTests {
  /// The plain way, which takes the square of the time.
  private func first(of items: inout [(Int, String)], notIn file: String) -> Int? {
    items.firstIndex { $0.1 != file }.map { items.remove(at: $0).0 }
  }

  @Test(arguments: 0..<100) func takesWhatTheSearchTakes(seed: Int) {
    var state = UInt64(seed)
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var (items, plain) = (ItemsByFile<Int>(), [(Int, String)]())
    for number in 0..<60 {
      if next(3) > 0 {
        let file = "\(next(4)).swift"
        items.append(number, in: file)
        plain.append((number, file))
      } else {
        let file = "\(next(5)).swift"
        #expect(items.takeFirst(notIn: file) == first(of: &plain, notIn: file))
      }
    }
    for number in 0..<80 {
      let file = "\(number % 5).swift"
      #expect(items.takeFirst(notIn: file) == first(of: &plain, notIn: file))
    }
  }

  @Test func everythingInOneFile() {
    var items = ItemsByFile<Int>()
    let numbers = 0..<20_000
    for number in numbers { items.append(number, in: "A.swift") }
    #expect(numbers.allSatisfy { _ in items.takeFirst(notIn: "A.swift") == nil })
    for number in numbers { items.append(number, in: "\(number).swift") }
    // Those of the first file stay where they are.
    #expect(numbers.allSatisfy { items.takeFirst(notIn: "A.swift") == $0 })
    #expect(numbers.allSatisfy { items.takeFirst(notIn: "B.swift") == $0 })
    #expect(items.takeFirst(notIn: "B.swift") == nil)
  }
}

import OmamoriCore
import Testing

@Suite struct ConstantTimeTests {
  @Test(arguments: [0, 1, 7, 8, 9, 16, 31, 33])
  func findsADifferenceAtEveryPlace(_ count: Int) {
    let bytes = (0..<count).map { UInt8($0) }
    #expect(ConstantTime.equal(bytes, bytes))
    #expect(ConstantTime.equal(Data(bytes), Data(bytes)))
    for place in 0..<count {
      for bit in 0..<8 {
        var other = bytes
        other[place] ^= 1 << UInt8(bit)
        #expect(!ConstantTime.equal(bytes, other))
        #expect(!ConstantTime.equal(Data(bytes), Data(other)))
      }
    }
    #expect(!ConstantTime.equal(bytes, bytes + [0]))
  }

  @Test func comparesPartsOfData() {
    let data = Data([0, 1, 2, 3, 1, 2])
    #expect(ConstantTime.equal(data[1...2], data[4...5]))
  }

  @Test func findsZero() {
    for count in 0..<20 {
      var bytes = [UInt8](repeating: 0, count: count)
      // because UInt8 has no padding
      #expect(unsafe ConstantTime.isZero(bytes.span.bytes))
      guard count > 0 else { continue }
      bytes[count - 1] = 0x80
      #expect(unsafe !ConstantTime.isZero(bytes.span.bytes))
    }
  }

  @Test func chooses() {
    #expect(ConstantTime.select(true, 3 as UInt8, 250) == 3)
    #expect(ConstantTime.select(false, 3 as UInt8, 250) == 250)
    #expect(ConstantTime.select(true, UInt64.max, 0) == .max)
    #expect(ConstantTime.select(false, UInt64.max, 1) == 1)
    #expect(ConstantTime.select(true, UInt128.max, 0) == .max)
  }

  @Test func takesAsLongForEarlyAsForLateDifferences() {
    // One bound a factor of three apart: an early exit would be a thousand times faster than a full pass.
    let bytes = [UInt8](repeating: 1, count: 100_000)
    var (early, late) = (bytes, bytes)
    early[0] = 2
    late[99_999] = 2
    let clock = ContinuousClock()
    let time = { (other: [UInt8]) in
      (0..<7).map { _ in clock.measure { for _ in 0..<3 { _ = ConstantTime.equal(bytes, other) } } }.min()
        ?? .zero
    }
    let (first, last) = (time(early), time(late))
    #expect(first * 3 > last && last * 3 > first)
  }
}

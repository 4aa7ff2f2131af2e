import Testing

@testable import OmamoriAuth

@Suite struct RSAStructureTests {
  /// Lengths of all forms, also those with a zero among their bytes, which one library left out.
  @Test(arguments: [1, 127, 128, 129, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537])
  func lengthsAreWrittenAndReadAgain(_ count: Int) throws {
    let long = [0x41] + [UInt8](repeating: 7, count: count - 1)
    let structure = RSAStructure(integers: [long] + (1...7).map { [$0] })
    let copy = try #require(RSAStructure(der: structure.der))
    #expect(copy.integers == structure.integers)
  }

  @Test func aLengthWithAZeroByteIsThree() {
    let der = RSAStructure.publicKey(
      modulus: [0x41] + [UInt8](repeating: 0, count: 255), exponent: [1, 0, 1])
    #expect(Array(der.prefix(8)) == [0x30, 0x82, 0x01, 0x09, 0x02, 0x82, 0x01, 0x00])
    #expect(der.count == 4 + 4 + 256 + 5)
  }

  @Test func aHighBitGetsAZeroBeforeIt() {
    #expect(RSAStructure.publicKey(modulus: [0x80], exponent: [3]) == [0x30, 7, 2, 2, 0, 0x80, 2, 1, 3])
  }

  @Test(
    arguments: [
      [], [0x30], [0x30, 0x80], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 3, 2, 1, 0], [0x30, 3, 2, 1, 1],
      [0x30, 0x83, 0xFF, 0xFF, 0xFF, 0], [0x31, 3, 2, 1, 0], [0x30, 3, 2, 0x82, 0xFF],
    ] as [[UInt8]])
  func otherBytesAreRefused(_ bytes: [UInt8]) {
    #expect(RSAStructure(der: bytes) == nil)
  }
}

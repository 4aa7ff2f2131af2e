import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct BlindIndexTests {
  private func index(
    _ keyset: Keyset,
    column: String = "email",
    _ normalization: TextNormalization = .trimmedLowercase,
    bits: Int = 128
  ) throws -> BlindIndex {
    try BlindIndex(keyset, table: "patients", column: column, normalization: normalization, bits: bits)
  }

  @Test func findsWhatCountsAsTheSame() throws {
    let index = try index(try Keyset())
    #expect(index.hash(of: "Jos\u{E9}@Example.com") == index.hash(of: "  jose\u{301}@example.COM\n"))
    #expect(index.hash(of: "jose@example.com") != index.hash(of: "jos\u{E9}@example.com"))
    #expect(index.hash(of: " \t") == index.hash(of: ""))
    #expect(index.hash(of: "x").count == 16)
  }

  @Test func normalisesAsItIsTold() throws {
    let keyset = try Keyset()
    let none = try index(keyset, .none)
    #expect(none.hash(of: "\u{E9}") != none.hash(of: "e\u{301}"))
    let canonical = try index(keyset, .canonical)
    #expect(canonical.hash(of: "\u{E9}") == canonical.hash(of: "e\u{301}"))
    #expect(canonical.hash(of: "A") != canonical.hash(of: "a"))
    let digits = try index(keyset, .custom { $0.filter(\.isNumber) })
    #expect(digits.hash(of: "090-1234-5678") == digits.hash(of: "09012345678"))
    #expect(none.hash(of: Data("abc".utf8)) == none.hash(of: "abc"))
  }

  @Test func hashesOfOtherColumnsTablesAndKeysDiffer() throws {
    let keyset = try Keyset()
    let here = try index(keyset).hash(of: "a@example.com")
    #expect(try index(keyset, column: "phone").hash(of: "a@example.com") != here)
    let table = try BlindIndex(keyset, table: "visitors", column: "email", normalization: .trimmedLowercase)
    #expect(table.hash(of: "a@example.com") != here)
    let joined = try BlindIndex(keyset, table: "patientse", column: "mail", normalization: .trimmedLowercase)
    #expect(joined.hash(of: "a@example.com") != here)
    #expect(try index(try Keyset()).hash(of: "a@example.com") != here)
  }

  @Test func findsUnderOldKeysWhileTheyAreRotated() throws {
    var keyset = try Keyset()
    let old = try index(keyset).hash(of: "a@example.com")
    try keyset.rotate()
    let new = try index(keyset)
    #expect(new.hash(of: "a@example.com") != old)
    #expect(new.hashes(of: "a@example.com") == [new.hash(of: "a@example.com"), old])
  }

  @Test func keepsAsManyBitsAsItIsTold() throws {
    let keyset = try Keyset()
    let whole = try index(keyset, bits: 256).hash(of: "x")
    for bits in 8...256 {
      let hash = try index(keyset, bits: bits).hash(of: "x")
      #expect(hash.count == (bits + 7) / 8)
      for bit in 0..<hash.count * 8 {
        let isSet = hash[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
        let expected = bit < bits && whole[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
        guard isSet != expected else { continue }
        Issue.record("bit \(bit) of \(bits) is wrong")
      }
    }
    #expect(throws: CryptoError.outOfRange(lower: 8, upper: 256)) { try index(keyset, bits: 7) }
    #expect(throws: CryptoError.outOfRange(lower: 8, upper: 256)) { try index(keyset, bits: 257) }
  }
}

@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct FieldSealerTests {
  private static let place = FieldContext(table: "patients", column: "diagnosis", row: 17)

  @Test(arguments: [0, 1, 16, 1000, 100_000])
  func opensWhatItSealed(_ count: Int) throws {
    let sealer = try FieldSealer(try Keyset())
    let value = Data(repeating: 0xA5, count: count)
    let field = try sealer.seal(value, in: Self.place)
    #expect(field.data.count == count + SealedField.overhead)
    #expect(SealedField.overhead == 46)
    #expect(try sealer.open(try SealedField(field.data), in: Self.place) == value)
    #expect(try sealer.seal(value, in: Self.place) != field, "two fields have the same nonce")
  }

  @Test func opensNowhereElse() throws {
    let sealer = try FieldSealer(try Keyset())
    let field = try sealer.seal("flu", in: Self.place)
    let elsewhere = [
      FieldContext(table: "patients", column: "diagnosis", row: 18),
      FieldContext(table: "patients", column: "diagnosis", row: "17"),
      FieldContext(table: "patients", column: "diagnosis", row: .bytes([0, 0, 0, 0, 0, 0, 0, 17])),
      FieldContext(table: "patients", column: "notes", row: 17),
      FieldContext(table: "visitors", column: "diagnosis", row: 17),
      FieldContext(table: "patientsd", column: "iagnosis", row: 17),
      FieldContext(table: "", column: "patientsdiagnosis", row: 17),
    ]
    for place in elsewhere {
      #expect(throws: CryptoError.authenticationFailed) { try sealer.open(field, in: place) }
      #expect(throws: CryptoError.authenticationFailed) { try sealer.reseal(field, in: place) }
    }
    #expect(Set((elsewhere + [Self.place]).map(\.encoded)).count == elsewhere.count + 1)
  }

  @Test func refusesEveryTruncationAndEveryFlippedBit() throws {
    let sealer = try FieldSealer(try Keyset())
    let data = try sealer.seal("influenza", in: Self.place).data
    for cut in 0..<data.count {
      #expect(throws: CryptoError.self) {
        try sealer.open(try SealedField(data.prefix(cut)), in: Self.place)
      }
    }
    for bit in 0..<data.count * 8 {
      var changed = data
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: CryptoError.self) { try sealer.open(try SealedField(changed), in: Self.place) }
    }
    #expect(throws: CryptoError.authenticationFailed) {
      try sealer.open(try SealedField(data + [0]), in: Self.place)
    }
  }

  @Test func bindsTheKeyEvenWhenAnotherOneHasTheSameBytes() throws {
    let secret = [UInt8](repeating: 3, count: 32)
    let keyset = try Keyset(
      importingPlaintext: SecretBytes(copying: [1, 0, 2, 0, 0, 0, 1, 1] + secret + [0, 0, 0, 2, 3] + secret))
    let sealer = try FieldSealer(keyset)
    var data = try sealer.seal("flu", in: Self.place).data
    data[5] = 2
    #expect(throws: CryptoError.authenticationFailed) {
      try sealer.open(try SealedField(data), in: Self.place)
    }
  }

  @Test func rotatesWithoutLosingOldValues() throws {
    var keyset = try Keyset()
    let old = try FieldSealer(keyset)
    let field = try old.seal("flu", in: Self.place)
    try keyset.rotate()
    let new = try FieldSealer(keyset)
    #expect(new.needsReseal(field) && !old.needsReseal(field))
    #expect(try new.openText(field, in: Self.place) == "flu")
    let fresh = try new.reseal(field, in: Self.place)
    #expect(!new.needsReseal(fresh))
    #expect(try new.reseal(fresh, in: Self.place) == fresh)
    #expect(throws: CryptoError.unknownKey(id: fresh.keyID)) { try old.open(fresh, in: Self.place) }
    try keyset.destroy(field.keyID)
    let last = try FieldSealer(keyset)
    #expect(throws: CryptoError.unknownKey(id: field.keyID)) { try last.open(field, in: Self.place) }
    #expect(try last.openText(fresh, in: Self.place) == "flu")
  }

  @Test func stopsAtItsLimit() throws {
    let sealer = try FieldSealer(try Keyset(), usageLimit: 2)
    let field = try sealer.seal("one", in: Self.place)
    _ = try sealer.seal("two", in: Self.place)
    #expect(throws: CryptoError.usageLimitReached) { try sealer.seal("three", in: Self.place) }
    #expect(try sealer.openText(field, in: Self.place) == "one")
  }

  private struct Address: Codable, Equatable {
    var street: String
    var number: Int
  }

  @Test func sealsTextsAndCodableValues() throws {
    let sealer = try FieldSealer(try Keyset())
    let address = Address(street: "桜通り", number: 3)
    let field = try sealer.seal(encoding: address, in: Self.place)
    #expect(try sealer.open(Address.self, from: field, in: Self.place) == address)
    #expect(try sealer.openText(field, in: Self.place) == #"{"number":3,"street":"桜通り"}"#)
    #expect(throws: CryptoError.malformed(.sealedField, offset: nil)) {
      try sealer.open([Int].self, from: field, in: Self.place)
    }
    #expect(throws: CryptoError.malformed(.sealedField, offset: nil)) {
      try sealer.seal(encoding: Double.nan, in: Self.place)
    }
    let bytes = try sealer.seal(Data([0xFF]), in: Self.place)
    #expect(throws: CryptoError.malformed(.sealedField, offset: nil)) {
      try sealer.openText(bytes, in: Self.place)
    }
  }

  @Test func readsHeadersStrictly() throws {
    let data = try FieldSealer(try Keyset()).seal("flu", in: Self.place).data
    func changed(_ bytes: [Int: UInt8]) -> Data {
      var copy = data
      for (offset, byte) in bytes { copy[offset] = byte }
      return copy
    }
    #expect(throws: CryptoError.unsupported(.sealedField)) { try SealedField(changed([0: 2])) }
    #expect(throws: CryptoError.unsupported(.sealedField)) { try SealedField(changed([1: 0])) }
    #expect(throws: CryptoError.malformed(.sealedField, offset: 2)) {
      try SealedField(changed([2: 0, 3: 0, 4: 0, 5: 0]))
    }
    #expect(throws: CryptoError.truncated(.sealedField)) { try SealedField(Data()) }
    let slice = (Data([9, 9]) + data).dropFirst(2)
    #expect(try SealedField(slice).keyID == SealedField(data).keyID)
  }

  @Test func showsNothingOfValues() throws {
    let probe = LeakProbe()
    let sealer = try FieldSealer(try Keyset())
    let field = try sealer.seal(probe.marker, in: Self.place)
    #expect(probe.leaks(in: field).isEmpty)
    let json = try sealer.seal(encoding: [probe.marker], in: Self.place)
    do {
      _ = try sealer.open([Int].self, from: json, in: Self.place)
      Issue.record("a text was read as a number")
    } catch {
      #expect(probe.leaks(in: error).isEmpty)
    }
  }
}

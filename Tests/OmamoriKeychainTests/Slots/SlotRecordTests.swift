import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

@Suite struct SlotRecordTests {
  private static let salt = [UInt8](1...16)
  private static let cost = Argon2Cost(memory: 64 << 10, passes: 3, lanes: 4)

  static let records: [SlotRecord] = [
    .passphrase(salt: salt, cost: cost), .keyFile(salt: salt), .recoveryCode(salt: salt),
    .tpm(salt: salt, hasPIN: true, sealed: [1, 2, 3]), .secretService(salt: salt),
    .systemdCredential(salt: salt, name: "vault", cost: nil),
    .systemdCredential(salt: salt, name: "vault", cost: cost),
  ].map { (parameters: SlotParameters) in
    SlotRecord(
      id: SlotID([UInt8](16..<32)), name: "保管庫 1", created: 1_700_000_000, parameters: parameters,
      wrappedKey: [UInt8](repeating: 7, count: KeyWrap.sealedKeyByteCount),
      wrappedPasscode: parameters.kind == .passphrase
        ? [UInt8](repeating: 8, count: KeyWrap.sealedKeyByteCount) : nil)
  }

  @Test(arguments: records)
  func comesBackAsItWas(_ record: SlotRecord) throws {
    #expect(try SlotRecord(decoding: record.encoded) == record)
    #expect(record.encoded.count <= SlotRecord.greatestByteCount)
    #expect(record.slot.kind == record.parameters.kind)
    #expect(record.slot.hasPIN == (record.slot.kind == .tpm))
  }

  @Test(arguments: records)
  func refusesEveryTruncationAndTellsEveryChange(_ record: SlotRecord) throws {
    let bytes = record.encoded
    for index in bytes.indices {
      #expect(throws: KeychainError.corrupt(.slots)) { try SlotRecord(decoding: Array(bytes[..<index])) }
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        // What can still be read is another record, so that the keybag notices it.
        if let read = try? SlotRecord(decoding: changed) {
          #expect(SlotRecord.digest(of: [read]) != SlotRecord.digest(of: [record]))
        }
      }
    }
    #expect(throws: KeychainError.corrupt(.slots)) { try SlotRecord(decoding: bytes + [0]) }
  }

  @Test func calculatesNothingThatCostsTooMuch() throws {
    let excessive = [
      Argon2Cost(memory: 2 << 20, passes: 3, lanes: 4), Argon2Cost(memory: 64 << 10, passes: 17, lanes: 4),
      Argon2Cost(memory: 64 << 10, passes: 3, lanes: 17), Argon2Cost(memory: 0, passes: 3, lanes: 4),
      Argon2Cost(memory: 64 << 10, passes: 0, lanes: 4), Argon2Cost(memory: 64 << 10, passes: 3, lanes: 0),
    ]
    for cost in excessive {
      var record = Self.records[0]
      record.parameters = .passphrase(salt: Self.salt, cost: cost)
      #expect(throws: KeychainError.corrupt(.slots)) { try SlotRecord(decoding: record.encoded) }
    }
  }

  @Test func refusesWhatIsTooLongOrNewer() throws {
    var record = Self.records[3]
    record.parameters = .tpm(salt: Self.salt, hasPIN: false, sealed: [UInt8](repeating: 1, count: 2049))
    #expect(throws: KeychainError.corrupt(.slots)) { try SlotRecord(decoding: record.encoded) }
    var bytes = Self.records[1].encoded
    bytes[0] = 2
    #expect(throws: KeychainError.newerFormat(version: 2)) { try SlotRecord(decoding: bytes) }
    bytes[0] = 0
    #expect(throws: KeychainError.corrupt(.slots)) { try SlotRecord(decoding: bytes) }
    #expect(throws: KeychainError.corrupt(.slots)) { try SlotRecord(decoding: []) }
    #expect(throws: KeychainError.corrupt(.slots)) {
      try SlotRecord(decoding: [UInt8](repeating: 1, count: 5000))
    }
    for name in ["..", ".", "", "a/b", "a\n"] {
      var record = Self.records[5]
      record.parameters = .systemdCredential(salt: Self.salt, name: name, cost: nil)
      #expect(throws: KeychainError.corrupt(.slots)) { try SlotRecord(decoding: record.encoded) }
    }
  }

  @Test func tellsEveryOrderOfTheSameSlotsTheSame() {
    var second = Self.records[1]
    second = SlotRecord(
      id: SlotID([UInt8](repeating: 0, count: 16)), name: "b", created: 1, parameters: second.parameters,
      wrappedKey: second.wrappedKey)
    let records = [Self.records[0], second]
    #expect(SlotRecord.digest(of: records) == SlotRecord.digest(of: records.reversed()))
    #expect(SlotRecord.digest(of: records) != SlotRecord.digest(of: [second]))
  }
}

@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuditLog

@Suite struct AuditRecordTests {
  private static func record(_ fields: [AuditRecord.Field] = []) -> AuditRecord {
    AuditRecord(
      nanoseconds: 1_767_225_600_123_456_789, elapsed: 42, name: "session.expired", category: .session,
      severity: .notice, correlation: "r-1", fields: fields)
  }

  private static let everything: [AuditRecord.Field] = [
    .init("a", .value(.text("日本語 \u{0} \n"))), .init("b", .value(.integer(.min))),
    .init("c", .value(.flag(true))), .init("d", .value(.bytes([0, 255]))), .init("e", .dropped),
    .init("f", .hashed([UInt8](repeating: 7, count: 16))),
    .init(
      "g",
      .sealed(
        PrivateField(
          subject: [UInt8](repeating: 1, count: 16), key: [UInt8](repeating: 2, count: 8),
          nonce: [UInt8](repeating: 3, count: 16), commitment: [UInt8](repeating: 4, count: 32),
          sealed: [UInt8](repeating: 5, count: 40)))),
  ]

  @Test func aRecordComesBackFromItsForm() throws {
    let record = Self.record(Self.everything)
    #expect(try AuditRecord(decoding: record.encoded()) == record)
    #expect(try AuditRecord(decoding: Self.record().encoded()) == Self.record())
  }

  @Test func everyOtherFormIsRefused() throws {
    let bytes = try Self.record(Self.everything).encoded()
    for count in 0..<bytes.count {
      #expect(throws: AuditLogError.self) { try AuditRecord(decoding: Array(bytes[..<count])) }
    }
    #expect(throws: AuditLogError.self) { try AuditRecord(decoding: bytes + [0]) }
    #expect(throws: AuditLogError.format(.tooLarge(limit: AuditRecord.greatestSize))) {
      try AuditRecord(decoding: [UInt8](repeating: 1, count: AuditRecord.greatestSize + 1))
    }
    // Whatever is read has exactly one form.
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        if let read = try? AuditRecord(decoding: changed) { #expect(try read.encoded() == changed) }
      }
    }
  }

  @Test func randomBytesAreReadOrRefused() throws {
    let randomness = SeededRandomness(seed: 7)
    for _ in 0..<2000 {
      let count = try randomness.integer(in: 0...200)
      _ = try? AuditRecord(decoding: [1] + randomness.bytes(count: count))
    }
  }

  @Test(arguments: ["", "A", "a b", "a..b", ".a", "a-", "é", String(repeating: "a", count: 65)])
  func otherNamesAreRefused(_ name: String) {
    #expect(!AuditRecord.isName(name))
    #expect(throws: AuditLogError.event(.invalidName)) { try Self.record([.init(name, .dropped)]).encoded() }
  }

  @Test func limitsAreSaid() {
    let long = String(repeating: "x", count: AuditRecord.longestValue + 1)
    #expect(throws: AuditLogError.event(.tooLarge(limit: AuditRecord.longestValue))) {
      try Self.record([.init("a", .value(.text(long)))]).encoded()
    }
    let names = (0...AuditRecord.greatestFieldCount).map { "f\($0)" }.sorted()
    #expect(throws: AuditLogError.event(.tooLarge(limit: AuditRecord.greatestFieldCount))) {
      try Self.record(names.map { .init($0, .dropped) }).encoded()
    }
  }

  @Test func knownEventsHaveNamesTextsAndCategories() {
    #expect(Set(KnownEvent.allCases.map(\.rawValue)).count == KnownEvent.allCases.count)
    for event in KnownEvent.allCases {
      #expect(AuditRecord.isName(event.rawValue))
      #expect(AuditCategory(rawValue: String(event.rawValue.prefix { $0 != "." })) == event.category)
      #expect(event.explanation.english.hasSuffix(".") && event.explanation.japanese.hasSuffix("。"))
    }
    #expect(Set(AuditCategory.allCases.map(\.storedCode)).count == AuditCategory.allCases.count)
    #expect(AuditEvent(.jailbreakDetected).severity == .critical)
  }
}

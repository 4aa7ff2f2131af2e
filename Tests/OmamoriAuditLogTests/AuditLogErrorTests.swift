import OmamoriAuditLog
import OmamoriCore
import OmamoriCrypto
import Testing

/// What the module's errors say.
@Suite("AuditLogError")
struct AuditLogErrorTests {
  static let all: [AuditLogError] = [
    .event(.tooLarge(limit: 5)), .event(.invalidName), .event(.containsSecret),
    .format(.malformed(offset: 5)), .format(.unknownVersion), .format(.tooLarge(limit: 5)),
    .storage(.inUse), .storage(.full), .storage(.readOnly), .storage(.failed(code: 5)), .storage(.closed),
    .storage(.overloaded), .key(.wrongKey), .key(.invalid), .key(.erased), .anchor(.unreachable),
    .anchor(.rolledBack), .anchor(.mismatch), .delivery(.unreachable), .delivery(.rejected),
    .cryptography(.authenticationFailed), .core(.secretStore(.locked)), .system(code: 5), .cancelled,
    .timedOut,
  ]

  @Test(arguments: all)
  func saysWhatFailedAndWhatToDo(error: AuditLogError) {
    for text in [error.explanation, error.recovery] {
      #expect(!text[.en].isEmpty && text[.en].utf8.allSatisfy { $0 < 128 })
      #expect(text[.ja].unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value })
    }
    #expect(error.description.contains(error.explanation[.en]))
    #expect(error.message(in: .en) != error.message(in: .ja))
  }

  @Test func eachSaysSomethingElse() {
    #expect(Set(Self.all.map { $0.explanation[.en] }).count >= Self.all.count - 2)
  }
}

import OmamoriCore
import Testing
import OmamoriAuditLog

/// What the module's errors say.
@Suite("AuditLogError")
struct AuditLogErrorTests {
  @Test(arguments: [AuditLogError.cancelled, .timedOut, .system(code: 5)])
  func speaksBothLanguages(error: AuditLogError) {
    #expect(error.message(in: .en) != error.message(in: .ja))
  }
}

import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct LogInjectionTests {
  @Test(arguments: [
    #"func failed() { securityLog.append(⟦"failed: \(userField.text!)"⟧) }"#,
    """
    func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
      AuditLogger.shared.record(⟦"opened " + url.absoluteString⟧)
      return true
    }
    """,
    #"func paste() { auditLog(⟦"pasted \(UIPasteboard.general.string ?? "")"⟧) }"#,
    #"func log(_ link: URL) { SecurityLog.shared.append(⟦"opened " + link.absoluteString⟧) }"#,
  ])
  func speaks(_ source: String) { expect(LogInjection.self, in: source, confidence: .low) }

  @Test(arguments: [
    #"func failed() { auditLog.append(.signInFailed, fields: ["user": userField.text]) }"#,
    #"func failed() { securityLog.append("sign-in failed") }"#,
    // No security log.
    #"func typed() { lines.append("typed: \(userField.text!)") }"#,
    #"func counted() { auditLog.write("attempt \(attempts)") }"#,
  ])
  func isSilent(_ source: String) { expect(LogInjection.self, in: source) }
}

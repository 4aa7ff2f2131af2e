import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TLSDeprecatedPropertyTests {
  @Test(arguments: [
    "configuration.⟦tlsMinimumSupportedProtocol⟧ = .tlsProtocol12",
    "session.configuration.⟦tlsMaximumSupportedProtocol⟧ = SSLProtocol.tlsProtocol12",
    """
    func isOld(_ task: URLSession) -> Bool {
      return task.configuration.⟦tlsMinimumSupportedProtocol⟧ == .tlsProtocol12
    }
    """,
    "configurations.forEach { $0.⟦tlsMinimumSupportedProtocol⟧ = policy.oldest }",
  ])
  func speaks(_ source: String) { expect(TLSDeprecatedProperty.self, in: source, severity: .low) }

  @Test(arguments: [
    "configuration.tlsMinimumSupportedProtocolVersion = .TLSv12",
    "configuration.tlsMaximumSupportedProtocolVersion = .TLSv13",
    #"log("tlsMinimumSupportedProtocol is gone")  // tlsMinimumSupportedProtocol"#,
    """
    struct Policy { var tlsMinimumSupportedProtocol = Version.tls13 }
    let oldest = Policy().tlsMinimumSupportedProtocol
    """,
    """
    #if DEBUG
    configuration.tlsMinimumSupportedProtocol = .tlsProtocol12
    #endif
    """,
  ])
  func isSilent(_ source: String) { expect(TLSDeprecatedProperty.self, in: source) }
}

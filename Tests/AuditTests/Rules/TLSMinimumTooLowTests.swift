import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TLSMinimumTooLowTests {
  @Test(arguments: [
    "⟦configuration.tlsMinimumSupportedProtocolVersion = .TLSv10⟧",
    "⟦configuration.tlsMinimumSupportedProtocolVersion = tls_protocol_version_t.TLSv11⟧",
    """
    let oldest = tls_protocol_version_t(rawValue: 0x0304)!
    ⟦configuration.tlsMinimumSupportedProtocolVersion = .DTLSv10⟧
    """,
    "⟦configuration.tlsMaximumSupportedProtocol = .tlsProtocol11⟧",
    "⟦sec_protocol_options_set_min_tls_protocol_version(options, .TLSv11)⟧",
    """
    ⟦SSLSetProtocolVersionMin(
      context,
      .sslProtocol3)⟧
    """,
    """
    let floor: UInt16 = 0x0302
    ⟦settings.minimumTLSVersion = floor⟧
    """,
    "let settings = [kCFStreamSSLLevel: ⟦kCFStreamSocketSecurityLevelTLSv1⟧]",
    "⟦configuration.tlsMinimumSupportedProtocolVersion = legacy ? .TLSv10 : .TLSv12⟧",
    "⟦configuration.tlsMinimumSupportedProtocolVersion = tls_protocol_version_t(rawValue: 0x0301)!⟧",
  ])
  func speaks(_ source: String) { expect(TLSMinimumTooLow.self, in: source, severity: .high) }

  @Test(arguments: [
    "configuration.tlsMinimumSupportedProtocolVersion = .TLSv12",
    "configuration.tlsMinimumSupportedProtocolVersion = .TLSv13",
    "sec_protocol_options_set_min_tls_protocol_version(options, .TLSv13)",
    "configuration.tlsMinimumSupportedProtocolVersion = policy.minimum",
    """
    #if DEBUG
    configuration.tlsMinimumSupportedProtocolVersion = .TLSv10
    #endif
    """,
    "if version == .TLSv10 { reject() }",
  ])
  func isSilent(_ source: String) { expect(TLSMinimumTooLow.self, in: source) }
}

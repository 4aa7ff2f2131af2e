import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TLSVerifyDisabledLibraryTests {
  @Test(arguments: [
    #"let manager = ServerTrustManager(evaluators: ["a.jp": ⟦DisabledTrustEvaluator()⟧])"#,
    "⟦manager.securityPolicy.allowInvalidCertificates = true⟧",
    "⟦policy.validatesDomainName = false⟧",
    "let e = PinnedCertificatesTrustEvaluator(validateHost: ⟦false⟧)",
    "⟦configuration.certificateVerification = .none⟧",
    """
    static func makeClientSettings() -> TLSConfiguration {
      TLSConfiguration(minimumTLSVersion: .tlsv12, certificateVerification: ⟦.none⟧)
    }
    """,
    """
    let settings: [String: Any] = [
      kTSKPinnedDomains: ["a.jp": [⟦kTSKEnforcePinning: false⟧, kTSKPublicKeyHashes: pins]]
    ]
    """,
  ])
  func speaks(_ source: String) { expect(TLSVerifyDisabledLibrary.self, in: source, severity: .high) }

  @Test(arguments: [
    "policy.allowInvalidCertificates = false",
    "policy.validatesDomainName = true",
    "let e = PinnedCertificatesTrustEvaluator(validateHost: true)",
    "policy.allowInvalidCertificates = settings.allowsInvalid",
    "configuration.certificateVerification = .fullVerification",
    "let a = [kTSKEnforcePinning: true]",
    // A server that asks its clients for no certificate.
    "serverConfiguration.certificateVerification = .none",
    """
    static func makeServerSettings() -> TLSConfiguration {
      TLSConfiguration(minimumTLSVersion: .tlsv12, certificateVerification: .none)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(TLSVerifyDisabledLibrary.self, in: source) }
}

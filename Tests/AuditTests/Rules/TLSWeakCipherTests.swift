import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TLSWeakCipherTests {
  @Test(arguments: [
    "sec_protocol_options_append_tls_ciphersuite(options, ⟦tls_ciphersuite_t.RSA_WITH_3DES_EDE_CBC_SHA⟧)",
    "sec_protocol_options_append_tls_ciphersuite(options, ⟦tls_ciphersuite_t(rawValue: 0x000A)!⟧)",
    "sec_protocol_options_add_tls_ciphersuite(options, ⟦TLS_RSA_WITH_RC4_128_SHA⟧)",
    "let suite = SSL_RSA_EXPORT_WITH_RC4_40_MD5\nsec_protocol_options_add_tls_ciphersuite(options, ⟦suite⟧)",
    """
    let suites: [SSLCipherSuite] = [TLS_AES_128_GCM_SHA256, TLS_DH_anon_WITH_AES_128_CBC_SHA]
    SSLSetEnabledCiphers(context, ⟦suites⟧, suites.count)
    """,
    "SSLSetEnabledCiphers(context, ⟦[TLS_NULL_WITH_NULL_NULL, 0x1301]⟧, 2)",
    "SSL_CTX_set_cipher_list(context, ⟦\"HIGH:RC4-SHA:!aNULL\"⟧)",
    "var configuration = TLSConfiguration.clientDefault\nconfiguration.cipherSuites = ⟦\"ECDHE-RSA-DES-CBC3-SHA\"⟧",
  ])
  func speaks(_ source: String) {
    expect(TLSWeakCipher.self, in: source, severity: .high, confidence: .high)
  }

  @Test func groupsAreLessCertain() {
    expect(
      TLSWeakCipher.self, in: "sec_protocol_options_append_tls_ciphersuite_group(options, ⟦.legacy⟧)",
      confidence: .medium)
  }

  @Test(arguments: [
    "sec_protocol_options_append_tls_ciphersuite(options, .CHACHA20_POLY1305_SHA256)",
    "sec_protocol_options_append_tls_ciphersuite(options, tls_ciphersuite_t(rawValue: 0x1301)!)",
    "sec_protocol_options_append_tls_ciphersuite_group(options, .ats)",
    "SSL_CTX_set_cipher_list(context, \"HIGH:!RC4:!3DES:!aNULL:-EXPORT\")",
    "configuration.cipherSuites = \"ECDHE-ECDSA-AES256-GCM-SHA384\"",
    // A table of names switches nothing on.
    "let names = [TLS_RSA_WITH_RC4_128_SHA: \"RC4\"]",
    "SSLSetEnabledCiphers(context, suites, suites.count)",
  ])
  func isSilent(_ source: String) { expect(TLSWeakCipher.self, in: source) }
}

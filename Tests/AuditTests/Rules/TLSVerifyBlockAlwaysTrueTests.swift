import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TLSVerifyBlockAlwaysTrueTests {
  @Test(arguments: [
    "sec_protocol_options_set_verify_block(options, { _, _, done in ⟦done(true)⟧ }, .main)",
    """
    sec_protocol_options_set_verify_block(tls.securityProtocolOptions, { (metadata, trust, complete) in
      log("connected")
      ⟦complete(true)⟧
    }, DispatchQueue.main)
    """,
    """
    let options = NWProtocolTLS.Options()
    sec_protocol_options_set_verify_block(
      options.securityProtocolOptions,
      { _, _, sec_protocol_verify_complete in
        ⟦sec_protocol_verify_complete(true)⟧
      },
      queue)
    """,
  ])
  func speaks(_ source: String) { expect(TLSVerifyBlockAlwaysTrue.self, in: source) }

  @Test(arguments: [
    """
    sec_protocol_options_set_verify_block(options, { _, trust, done in
      let trust = sec_trust_copy_ref(trust).takeRetainedValue()
      done(SecTrustEvaluateWithError(trust, nil))
    }, queue)
    """,
    "sec_protocol_options_set_verify_block(options, { _, _, done in done(false) }, queue)",
    """
    sec_protocol_options_set_verify_block(options, { _, trust, done in
      SecTrustEvaluateAsyncWithError(sec_trust_copy_ref(trust).takeRetainedValue(), queue) { _, ok, _ in
        if ok { done(true) } else { done(false) }
      }
    }, queue)
    """,
    "animate { done(true) }",
  ])
  func isSilent(_ source: String) { expect(TLSVerifyBlockAlwaysTrue.self, in: source) }
}

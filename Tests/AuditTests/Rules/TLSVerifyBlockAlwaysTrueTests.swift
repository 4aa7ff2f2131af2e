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
    """
    func socket(_ sock: GCDAsyncSocket, didReceive trust: SecTrust, completionHandler: @escaping (Bool) -> Void) {
      ⟦completionHandler(true)⟧
    }
    """,
    """
    func mqtt(_ mqtt: CocoaMQTT, didReceive trust: SecTrust, completionHandler done: @escaping (Bool) -> Void) {
      log.info("trust")
      DispatchQueue.main.async { ⟦done(true)⟧ }
    }
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
    """
    func socket(_ sock: GCDAsyncSocket, didReceive trust: SecTrust, completionHandler: @escaping (Bool) -> Void) {
      completionHandler(SecTrustEvaluateWithError(trust, nil))
    }
    """,
    """
    func mqtt(_ mqtt: CocoaMQTT, didReceive trust: SecTrust, completionHandler: @escaping (Bool) -> Void) {
      if pins.match(trust) { completionHandler(true) } else { completionHandler(false) }
    }
    """,
    """
    func socket(_ sock: GCDAsyncSocket, didReceive trust: SecTrust, completionHandler: @escaping (Bool) -> Void) {
      completionHandler(false)
    }
    """,
    "func load(_ address: String, completionHandler: @escaping (Bool) -> Void) { completionHandler(true) }",
  ])
  func isSilent(_ source: String) { expect(TLSVerifyBlockAlwaysTrue.self, in: source) }

  private static func method(_ body: String) -> String {
    """
    @implementation A
    - (void)socket:(GCDAsyncSocket *)sock didReceiveTrust:(SecTrustRef)trust
        completionHandler:(void (^)(BOOL shouldTrustPeer))completionHandler {
      \(body)
    }
    @end
    """
  }

  @Test(arguments: [
    method("⟦completionHandler(YES)⟧;"),
    method("NSLog(@\"trust\"); ⟦completionHandler(true)⟧;"),
    method("completionHandler(NO);"),
    method("completionHandler(SecTrustEvaluateWithError(trust, NULL));"),
    method("if ([self.pins match:trust]) { completionHandler(YES); }"),
    "@implementation A\n- (void)run:(int)a completionHandler:(void (^)(BOOL))done { done(YES); }\n@end",
  ])
  func looksAtObjectiveC(_ source: String) { expect(TLSVerifyBlockAlwaysTrue.self, inObjectiveC: source) }
}

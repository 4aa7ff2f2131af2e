import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct MACCompareTimingTests {
  @Test(arguments: [
    """
    func isGenuine(_ notice: Data, tag: Data, key: SymmetricKey) -> Bool {
      let expected = Data(HMAC<SHA256>.authenticationCode(for: notice, using: key))
      return ⟦expected == tag⟧
    }
    """,
    """
    let text = HMAC<SHA256>.authenticationCode(for: body, using: key).map { String(format: "%02x", $0) }.joined()
    guard ⟦text == header⟧ else { throw Failure.forged }
    """,
    """
    if ⟦memcmp(expectedMAC, receivedMAC, 32)⟧ != 0 { return false }
    """,
    """
    class Gate: NSObject {
      func open(_ digest: String) -> Bool { ⟦digest == storedPinHash⟧ }
    }
    """,
    """
    return ⟦computedSignature.elementsEqual(signature)⟧
    """,
    """
    func isGenuine(_ body: Data, _ sent: String, _ key: SymmetricKey) -> Bool {
      let code = HMAC<SHA256>.authenticationCode(for: body, using: key)
      let text = code.map { String(format: "%02x", $0) }.joined()
      return ⟦text == sent⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(MACCompareTiming.self, in: source) }

  @Test(arguments: [
    """
    return HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: notice, using: key)
    """,
    """
    return HMAC<SHA256>.authenticationCode(for: notice, using: key) == tag
    """,
    """
    return SHA256.hash(data: file) == expectedDigest
    """,
    """
    return method.signature == other.signature
    """,
    """
    guard hmac.count == 32, receivedMAC != nil else { return false }
    """,
    """
    if platform == .macOS { return }
    """,
  ])
  func isSilent(_ source: String) { expect(MACCompareTiming.self, in: source) }
}

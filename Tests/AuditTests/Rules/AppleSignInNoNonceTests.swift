import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AppleSignInNoNonceTests {
  @Test(arguments: [
    """
    @objc func signIn() {
      let provider = ASAuthorizationAppleIDProvider()
      let request = ⟦provider.createRequest()⟧
      request.requestedScopes = [.fullName, .email]
      let controller = ASAuthorizationController(authorizationRequests: [request])
      controller.performRequests()
    }
    """,
    """
    let requests = [⟦ASAuthorizationAppleIDProvider().createRequest()⟧, ASAuthorizationPasswordProvider().createRequest()]
    """,
    """
    ⟦SignInWithAppleButton⟧(.signIn) { request in
      request.requestedScopes = [.email]
    } onCompletion: { result in finish(result) }
    """,
  ])
  func speaks(_ source: String) { expect(AppleSignInNoNonce.self, in: source) }

  @Test(arguments: [
    """
    let request = ASAuthorizationAppleIDProvider().createRequest()
    request.nonce = sha256(nonce)
    """,
    """
    let request = ASAuthorizationPasswordProvider().createRequest()
    """,
    """
    SignInWithAppleButton { request in
      request.requestedScopes = [.email]
      request.nonce = model.hashedNonce
    } onCompletion: { _ in }
    """,
    """
    let request = ASAuthorizationAppleIDProvider().createRequest()
    configure(request)
    """,
  ])
  func isSilent(_ source: String) { expect(AppleSignInNoNonce.self, in: source) }
}

import AuthenticationServices

nonisolated func anchor(
  of session: ASWebAuthenticationSession,
  from provider: any ASWebAuthenticationPresentationContextProviding
) -> ASPresentationAnchor {
  provider.presentationAnchor(for: session)  // expect: main actor-isolated instance method
}

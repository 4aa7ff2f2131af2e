import AuthenticationServices
import Foundation
import OmamoriApple
import OmamoriAuth
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// The system's browser sheet.
@Suite struct WebAuthenticationBrowserTests {
  private func visit(
    _ outcome: FakeWebBrowser.Outcome, to redirect: String = "https://app.example/callback",
    isEphemeral: Bool = false
  ) async throws -> (String, FakeWebBrowser) {
    let fake = FakeWebBrowser(outcome)
    let page = try RequestURL("https://issuer.example/authorize?state=1")
    let redirect = try RedirectURI(redirect)
    let text = try await FakeWebBrowser.$current.withValue(fake) {
      try await WebAuthenticationBrowser(isEphemeral: isEphemeral) { makeWindow() }
        .callback(from: page, to: redirect).reveal()
    }
    return (text, fake)
  }

  @Test(arguments: [
    ("https://app.example/callback", "https://app.example/callback?code=a&state=1"),
    ("com.example.app:/callback", "com.example.app:/callback?code=a&state=1"),
  ])
  func theWholeCallbackComesBack(redirect: String, end: String) async throws {
    for isEphemeral in [true, false] {
      let url = try #require(URL(string: end))
      let (text, fake) = try await visit(.redirects(to: url), to: redirect, isEphemeral: isEphemeral)
      #expect(text == end)
      #expect(fake.history.map(\.url.absoluteString) == ["https://issuer.example/authorize?state=1"])
      #expect(fake.history.map(\.ephemeral) == [isEphemeral])
    }
  }

  @Test func closingTheSheetIsACancellation() async {
    await #expect(throws: AuthError.cancelled) { _ = try await visit(.isClosed) }
  }

  @Test func aLoopbackAddressIsForOtherSystems() async {
    await #expect(throws: AuthError.configuration(.redirectURI)) {
      _ = try await visit(.staysOpen, to: "http://127.0.0.1:8080/callback")
    }
  }

  @Test(.timeLimit(.minutes(1))) func cancellingTheTaskClosesTheSheet() async throws {
    let fake = FakeWebBrowser(.staysOpen)
    let task = FakeWebBrowser.$current.withValue(fake) {
      Task {
        try await WebAuthenticationBrowser { makeWindow() }.callback(
          from: RequestURL("https://issuer.example/authorize"),
          to: RedirectURI("https://app.example/callback"))
      }
    }
    while fake.shownCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: AuthError.cancelled) { _ = try await task.value }
    #expect(fake.shownCount == 0, "the sheet stays open")
    let early = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }  // because it is this very task
      return try await visit(.staysOpen)
    }
    await #expect(throws: AuthError.cancelled) { _ = try await early.value }
  }

  @Test func aCallbackOfSomethingElseIsNotDelivered() async throws {
    let other = try #require(URL(string: "https://evil.example/callback?code=a"))
    let task = Task { try await visit(.redirects(to: other)) }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: AuthError.cancelled) { _ = try await task.value }
  }
}

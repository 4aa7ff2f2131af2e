import AuthenticationServices
import Foundation
import LocalAuthentication
import Testing

@Suite struct UnlockTests {
  @Test(arguments: [
    (nil, Unlock.unlocked), (LAError.Code.userCancel, .cancelled), (.userFallback, .wantsPassword),
    (.authenticationFailed, .failed(.authenticationFailed)), (.systemCancel, .failed(.systemCancel)),
  ])
  func personDecides(answer: LAError.Code?, expected: Unlock) async throws {
    let device = FakeAuthentication(answers: [answer])
    let outcome = try await FakeAuthentication.$current.withValue(device) {
      try await Unlock.ask(reason: "test")
    }
    #expect(outcome == expected)
    #expect(device.promptCount == 1)
  }

  @Test(arguments: [
    (FakeAuthentication(biometryType: .none), LAError.Code.biometryNotAvailable),
    (FakeAuthentication(biometryObstacle: .biometryLockout), .biometryLockout),
    (FakeAuthentication(biometryObstacle: .biometryNotEnrolled), .biometryNotEnrolled),
    (FakeAuthentication(hasPasscode: false), .passcodeNotSet),
  ])
  func deviceDecidesBeforeThePerson(device: FakeAuthentication, expected: LAError.Code) async throws {
    try await FakeAuthentication.$current.withValue(device) {
      let outcome = try await Unlock.ask(reason: "test")
      #expect(outcome == .failed(expected))
      var error: NSError?
      // because the error is a variable of this function
      #expect(
        unsafe LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) == false
      )
      #expect(error?.code == expected.rawValue)
    }
    #expect(device.promptCount == 0)
  }

  @Test func anInvalidatedContextStaysInvalid() async {
    let context = LAContext()
    context.invalidate()
    await #expect(throws: LAError(.invalidContext)) {
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test")
    }
  }

  @Test func noDialogueWhenInteractionIsNotAllowed() async {
    let context = LAContext()
    context.interactionNotAllowed = true
    await FakeAuthentication.$current.withValue(FakeAuthentication()) {
      await #expect(throws: LAError(.notInteractive)) {
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test")
      }
    }
  }
}

@Suite @MainActor struct SignInTests {
  private let page = URL(string: "https://issuer.example/authorize")

  private func authorize(_ outcome: FakeWebBrowser.Outcome) async throws -> (URL, FakeWebBrowser) {
    let browser = FakeWebBrowser(outcome)
    let page = try #require(page)
    let end = try await FakeWebBrowser.$current.withValue(browser) {
      try await SignIn(anchor: makeWindow()).authorize(at: page, scheme: "app")
    }
    return (end, browser)
  }

  @Test func theCallbackComesBack() async throws {
    let callback = try #require(URL(string: "app://done?code=1"))
    let (end, browser) = try await authorize(.redirects(to: callback))
    #expect(end == callback)
    #expect(browser.history.map(\.url) == [page])
    #expect(browser.history.map(\.ephemeral) == [true])
  }

  @Test func closingTheBrowserIsACancellation() async {
    await #expect(throws: ASWebAuthenticationSessionError(.canceledLogin)) { try await authorize(.isClosed) }
  }

  @Test func anotherAddressIsNoCallback() async throws {
    let other = try #require(URL(string: "other://done"))
    let page = try #require(page)
    let anchor = SignIn(anchor: makeWindow())
    let (results, result) = AsyncStream.makeStream(of: URL?.self)
    await FakeWebBrowser.$current.withValue(FakeWebBrowser(.redirects(to: other))) {
      let session = ASWebAuthenticationSession(url: page, callbackURLScheme: "app") { @Sendable url, _ in
        result.yield(url)
      }
      session.presentationContextProvider = anchor
      #expect(session.start())
      session.cancel()
      var iterator = results.makeAsyncIterator()
      // The first result is that of `cancel`.
      #expect(await iterator.next() == .some(nil))
      #expect(!session.start())
    }
  }

  @Test func aSessionNeedsAWindow() async throws {
    let page = try #require(page)
    let (failures, failure) = AsyncStream.makeStream(of: (any Error)?.self)
    let session = ASWebAuthenticationSession(url: page, callback: .https(host: "a.example", path: "/cb")) {
      @Sendable _, error in
      failure.yield(error)
    }
    #expect(!session.start())
    var iterator = failures.makeAsyncIterator()
    let error = try #require(await iterator.next())
    #expect(error as? ASWebAuthenticationSessionError == .init(.presentationContextNotProvided))
  }

  /// The closure inherits the main actor from the function around it, and the system calls it elsewhere.
  @MainActor private static func visitWithAHandlerOfTheMainActor(_ page: URL) {
    let session = ASWebAuthenticationSession(url: page, callbackURLScheme: "app") { _, _ in }
    session.cancel()
  }

  @Test func aCompletionHandlerOfTheMainActorEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let page = try #require(URL(string: "https://issuer.example/authorize"))
      await SignInTests.visitWithAHandlerOfTheMainActor(page)
      try await Task.sleep(for: .seconds(10))
    }
  }
}

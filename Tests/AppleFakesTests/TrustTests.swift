import Foundation
import Security
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct TrustTests {
  private let certificate = Data([0x30, 0x03, 0x02, 0x01, 0x05])

  private func answer(_ trust: SecTrust?, isPinned: Bool) async -> URLSession.AuthChallengeDisposition {
    let space = URLProtectionSpace(
      host: "example.com",
      port: 443,
      protocol: "https",
      realm: nil,
      authenticationMethod: NSURLAuthenticationMethodServerTrust
    )
    if let trust { space.setServerTrust(trust) }
    let challenge = URLAuthenticationChallenge(
      protectionSpace: space,
      proposedCredential: nil,
      previousFailureCount: 0,
      failureResponse: nil,
      error: nil,
      sender: Sender()
    )
    let expected = certificate
    return await withCheckedContinuation { continuation in
      PinningDelegate { $0 == [expected] && isPinned }
        .urlSession(.shared, didReceive: challenge) { answer, _ in continuation.resume(returning: answer) }
    }
  }

  @Test(arguments: [
    (errSecSuccess, true, URLSession.AuthChallengeDisposition.useCredential),
    (errSecSuccess, false, .cancelAuthenticationChallenge),
    (errSecNotTrusted, true, .cancelAuthenticationChallenge),
    (errSecCertificateExpired, true, .cancelAuthenticationChallenge),
  ])
  func verdictAndPinDecide(
    verdict: OSStatus,
    isPinned: Bool,
    expected: URLSession.AuthChallengeDisposition
  ) async {
    let trust = SecTrust(chain: [certificate], verdict: verdict)
    #expect(await answer(trust, isPinned: isPinned) == expected)
    #expect(trust.evaluationCount == 1)
  }

  @Test func withoutServerTrustTheSystemDecides() async {
    #expect(await answer(nil, isPinned: true) == .performDefaultHandling)
  }

  @Test func theVerdictIsTheErrorsCode() throws {
    var error: CFError?
    let trust = SecTrust(chain: [], verdict: errSecHostNameMismatch)
    // because the error is a variable of this function
    #expect(unsafe SecTrustEvaluateWithError(trust, &error) == false)
    let reason = try #require(error)
    #expect(reason.domain == NSOSStatusErrorDomain)
    #expect(reason.code == Int(errSecHostNameMismatch))
  }

  @Test func policiesAndAnchorsAreKept() throws {
    let trust = SecTrust(chain: [], verdict: errSecSuccess)
    #expect(SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "example.com")) == errSecSuccess)
    #expect(trust.policies.map(\.hostname) == ["example.com"])
    let anchor = try #require(SecCertificateCreateWithData(nil, certificate as CFData))
    #expect(SecTrustSetAnchorCertificates(trust, [anchor] as CFArray) == errSecSuccess)
    #expect(trust.anchors?.map { SecCertificateCopyData($0) as Data } == [certificate])
    #expect(SecTrustSetPolicies(trust, anchor) == errSecParam)
  }

  @Test(arguments: [
    [], [0x30], [0x30, 0x02, 0x00], [0x30, 0x01, 0x00, 0x00], [0x31, 0x00], [0x30, 0x85, 0, 0],
  ])
  func whatIsNoSequenceIsNoCertificate(bytes: [UInt8]) {
    #expect(SecCertificateCreateWithData(nil, Data(bytes) as CFData) == nil)
  }

  @Test func randomBytesFillTheBuffer() {
    var bytes = [UInt8](repeating: 0, count: 64)
    // because the array has as many bytes as are asked for
    #expect(unsafe SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
    #expect(Set(bytes).count > 8)
  }
}

private final class Sender: NSObject, URLAuthenticationChallengeSender {
  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
  func cancel(_ challenge: URLAuthenticationChallenge) {}
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

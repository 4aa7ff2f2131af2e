import Foundation
import OmamoriApple
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Security
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A clock that stands still until it is set.
final class TestClock: WallClock {
  private let state: Protected<Date>

  init(_ date: Date = ServerChain.moment) { state = Protected(date) }

  var date: Date { state.current }

  func advance(by seconds: TimeInterval) { state.withLock { $0 += seconds } }
}

/// The trust object for a server with the chain of these tests.
func serverTrust(
  _ chain: [Data] = ServerChain.encodings, verdict: OSStatus = errSecSuccess,
  names: Set<String>? = [ServerChain.host, ServerChain.otherHost], isSystemRoot: Bool = true,
  hasStatus: Bool = false, setterStatus: OSStatus = errSecSuccess
) -> SecTrust {
  SecTrust(
    chain: chain, verdict: verdict, names: names, isSystemRoot: isSystemRoot, hasStatus: hasStatus,
    setterStatus: setterStatus)
}

/// Pins of the keys of certificates, and a backup that no certificate has.
func pins(
  leaf: [OmamoriCrypto.Certificate] = [], authorities: [OmamoriCrypto.Certificate] = [], expiry: Date? = nil,
  mode: PinSet.Mode = .enforced
) throws -> PinSet {
  let backup = try CertificatePin(digest: Data(repeating: 7, count: 32), role: .backup)
  func list(_ certificates: [OmamoriCrypto.Certificate]) -> [CertificatePin] {
    certificates.isEmpty ? [] : certificates.map { CertificatePin(certificate: $0) } + [backup]
  }
  return try PinSet(leaf: list(leaf), authorities: list(authorities), expiry: expiry, mode: mode)
}

/// A policy with one rule for the host of these tests.
func policy(
  _ pins: PinSet? = nil, anchors: TrustAnchors = .system,
  certificates: CertificateRequirements = CertificateRequirements(), unlisted: UnlistedHosts = .refused,
  redirects: RedirectRule = .none, alsoListing other: String? = nil, timeouts: Timeouts = Timeouts(),
  limits: ResponseLimits = ResponseLimits(), headers: HeaderPolicy = .off
) throws -> TransportPolicy {
  let hosts = [ServerChain.host] + (other.map { [$0] } ?? [])
  let rules = try hosts.enumerated().map { index, host in
    HostRule(try HostPattern(HostName(host), subdomains: .excluded), pins: index == 0 ? pins : nil)
  }
  return try TransportPolicy(
    rules: rules, unlistedHosts: unlisted, anchors: anchors, certificates: certificates, redirects: redirects,
    timeouts: timeouts, limits: limits, headers: headers)
}

/// A challenge as the URL loading system makes it.
func challenge(
  _ method: String = NSURLAuthenticationMethodServerTrust, host: String = ServerChain.host,
  trust: SecTrust? = nil
) -> URLAuthenticationChallenge {
  let space = URLProtectionSpace(
    host: host, port: 443, protocol: "https", realm: nil, authenticationMethod: method)
  if let trust { space.setServerTrust(trust) }
  return URLAuthenticationChallenge(
    protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil,
    error: nil,
    sender: Sender())
}

/// What a delegate answers, with the number of times that it answers.
struct Answer {
  let disposition: URLSession.AuthChallengeDisposition
  let credential: URLCredential?
  let count: Int
}

extension URLSessionDelegate {
  /// Asks and waits; a second answer within some milliseconds is counted.
  func answer(_ challenge: URLAuthenticationChallenge) async throws -> Answer {
    let count = Protected(0)
    let (disposition, credential) = await withCheckedContinuation {
      (continuation: CheckedContinuation<(URLSession.AuthChallengeDisposition, URLCredential?), Never>) in
      urlSession(.shared, didReceive: challenge) { disposition, credential in
        let calls = count.withLock { count in
          count += 1
          return count
        }
        if calls == 1 { continuation.resume(returning: (disposition, credential)) }
      }
    }
    try await Task.sleep(for: .milliseconds(2))
    return Answer(disposition: disposition, credential: credential, count: count.current)
  }
}

private final class Sender: NSObject, URLAuthenticationChallengeSender {
  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
  func cancel(_ challenge: URLAuthenticationChallenge) {}
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

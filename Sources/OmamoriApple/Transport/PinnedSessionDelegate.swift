import Dispatch
public import Foundation
public import OmamoriCore
public import OmamoriTransport
import Security
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A delegate by which a `URLSession` obeys a policy.
///
/// The chain of every server is validated by the system first, then judged by the policy; pins are compared with the
/// chain that was built, never with what the server sent. Only an admitted server gets a credential; another one is
/// refused before anything of a request is sent. Challenges of other kinds are left to the system, except for a client
/// certificate when there is an identity. Redirects are not followed: the response is the redirect. Use it with
/// `URLSessionConfiguration.pinned(_:)`, or let ``AppleSecureSession`` do everything. Safe to use from any thread.
///
/// Source: <https://developer.apple.com/documentation/foundation/handling-an-authentication-challenge>.
public final class PinnedSessionDelegate: NSObject, URLSessionTaskDelegate {
  /// What a challenge is answered with.
  public typealias Answer = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

  /// The policy, which never changes.
  public let policy: TransportPolicy
  let ledger = VerdictLedger()
  private let identity: AppleClientIdentity?
  private let events: ConnectionEvents
  private let clock: any WallClock
  private let queue = DispatchQueue(label: "omamori.transport.trust", attributes: .concurrent)

  /// Makes a delegate.
  ///
  /// - Parameters:
  ///   - policy: What is asked of servers.
  ///   - identity: Who the client is, for servers that ask for a certificate; shown to hosts that the policy allows.
  ///   - events: Hears of refused servers and of pins that need attention.
  public convenience init(
    policy: TransportPolicy, identity: AppleClientIdentity? = nil, events: any SecurityEvents = .discarded
  ) {
    self.init(
      policy: policy, identity: identity, events: ConnectionEvents(events), clock: SystemWallClock())
  }

  package init(
    policy: TransportPolicy, identity: AppleClientIdentity?, events: ConnectionEvents, clock: any WallClock
  ) {
    (self.policy, self.identity, self.events, self.clock) = (policy, identity, events, clock)
  }

  /// The last verdict by which a connection to a host was refused; the reason when a task failed with
  /// `URLError.cancelled`.
  public func refusal(of host: HostName) -> ConnectionVerdict? { ledger.refusal(of: host) }

  /// Answers a challenge of the session.
  public func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping Answer
  ) {
    answer(challenge, completionHandler)
  }

  /// Answers a challenge of a task.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping Answer
  ) {
    answer(challenge, completionHandler)
  }

  /// Follows no redirect.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Answers once, on a thread that may wait; the only place that calls a completion handler of a challenge.
  func answer(_ challenge: URLAuthenticationChallenge, _ completion: @escaping Answer) {
    queue.async { [self] in
      let (disposition, credential) = decision(on: challenge.protectionSpace)
      completion(disposition, credential)
    }
  }

  private func decision(
    on space: URLProtectionSpace
  ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    switch space.authenticationMethod {
    case NSURLAuthenticationMethodServerTrust:
      guard let trust = space.serverTrust, isAdmitted(trust, host: space.host) else {
        return (.cancelAuthenticationChallenge, nil)
      }
      return (.useCredential, URLCredential(trust: trust))
    case NSURLAuthenticationMethodClientCertificate:
      guard let identity, judge(space.host) != nil else { return (.performDefaultHandling, nil) }
      let credential = URLCredential(
        identity: identity.identity, certificates: identity.certificates, persistence: .none)
      return (.useCredential, credential)
    default: return (.performDefaultHandling, nil)
    }
  }

  private func isAdmitted(_ trust: SecTrust, host: String) -> Bool {
    guard let judge = judge(host) else { return false }
    let verdict = TrustEvaluation(judge: judge).verdict(on: trust, at: clock.date)
    ledger.note(verdict)
    events.record(verdict)
    return verdict.admits
  }

  /// The judge of a host; none for one that cannot be read or that the policy refuses.
  private func judge(_ host: String) -> ConnectionJudge? {
    guard let host = try? HostName(host), let policy = try? policy.policy(for: host) else { return nil }
    return ConnectionJudge(policy)
  }
}

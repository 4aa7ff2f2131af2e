import Foundation

typealias ChallengeReply = (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

final class RelayDelegate: NSObject, URLSessionDelegate {
  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge, completionHandler: @escaping ChallengeReply
  ) {
    guard let trust = challenge.protectionSpace.serverTrust else { return completionHandler(.performDefaultHandling, nil) }
    completionHandler(.useCredential, URLCredential(trust: trust)) // weak: tls-trust direct
  }
}

final class PresenceDelegate: NSObject, URLSessionDelegate {
  private let rules: TrustRules

  init(rules: TrustRules) { self.rules = rules }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge, completionHandler: @escaping ChallengeReply
  ) {
    guard let trust = challenge.protectionSpace.serverTrust, rules.matchesPin(trust) else {
      return completionHandler(.cancelAuthenticationChallenge, nil)
    }
    completionHandler(.useCredential, URLCredential(trust: trust)) // weak: tls-trust file
  }
}

final class MessageDelegate: NSObject, URLSessionDelegate {
  private let rules: TrustRules

  init(rules: TrustRules) { self.rules = rules }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    let space = challenge.protectionSpace
    guard let trust = space.serverTrust, rules.accepts(trust, host: space.host) else { return (.cancelAuthenticationChallenge, nil) }
    return (.useCredential, URLCredential(trust: trust)) // safe: tls-trust
  }
}

final class MediaDelegate: NSObject, URLSessionDataDelegate {
  private let rules: TrustRules

  init(rules: TrustRules) { self.rules = rules }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping ChallengeReply
  ) {
    switch challenge.protectionSpace.authenticationMethod {
    case NSURLAuthenticationMethodServerTrust:
      guard let trust = challenge.protectionSpace.serverTrust, rules.tolerates(trust) else {
        return completionHandler(.rejectProtectionSpace, nil)
      }
      completionHandler(.useCredential, URLCredential(trust: trust))
    case NSURLAuthenticationMethodHTTPBasic:
      let saved = URLCredentialStorage.shared.defaultCredential(for: challenge.protectionSpace)
      completionHandler(.useCredential, saved) // safe: tls-trust
    default:
      completionHandler(.performDefaultHandling, nil)
    }
  }
}

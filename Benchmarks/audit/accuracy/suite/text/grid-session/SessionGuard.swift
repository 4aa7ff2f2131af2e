import Foundation

final class SessionGuard: NSObject, URLSessionTaskDelegate {
  private let identity: SecIdentity
  private let rules = HostRules.grid

  init(identity: SecIdentity) { self.identity = identity }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let space = challenge.protectionSpace
    guard space.authenticationMethod == NSURLAuthenticationMethodClientCertificate, rules.serves(space.host) else {
      return completionHandler(.performDefaultHandling, nil)
    }
    let credential = URLCredential(identity: identity, certificates: nil, persistence: .forSession)
    completionHandler(.useCredential, credential)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    var next = request
    let host = request.url?.host ?? ""
    if host.range(of: "voltgrid.io") != nil { // weak: host-check direct
      next.setValue(task.originalRequest?.value(forHTTPHeaderField: "Authorization"), forHTTPHeaderField: "Authorization")
    }
    if isMeter(host) {
      next.setValue(task.originalRequest?.value(forHTTPHeaderField: "X-Meter-Key"), forHTTPHeaderField: "X-Meter-Key")
    }
    completionHandler(request.httpMethod == "GET" || rules.owns(host) ? next : nil)
  }

  private func isMeter(_ host: String) -> Bool {
    host.range(of: HostRules.meterHost, options: .regularExpression) != nil
  }
}

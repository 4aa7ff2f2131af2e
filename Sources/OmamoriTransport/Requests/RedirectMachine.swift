/// Decides what becomes of each redirect of one request (RFC 9110, section 15.4).
///
/// A hop is a new request: the target is resolved to an `https` URL, has its own rule in the policy, and gets no field
/// that may be a credential and no body when it is another origin.
package struct RedirectMachine: Sendable {
  private struct Visit: Hashable {
    let method: HTTPMethod
    let url: RequestURL
  }

  private let policy: TransportPolicy
  private var request: HTTPRequest
  private var visited: Set<Visit>
  private var hops = 0

  /// Begins with the request that the application made.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - policy: The policy of the session.
  package init(_ request: HTTPRequest, policy: TransportPolicy) {
    (self.request, self.policy) = (request, policy)
    visited = [Visit(method: request.method, url: request.url)]
  }

  /// Takes the header of a response to the last request.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - locations: The values of `Location`.
  /// - Returns: Whether the response is for the application or the next request is to be sent.
  /// - Throws: ``TransportError/redirectRefused`` for a target or a hop that is not allowed: another scheme, a malformed or
  ///   ambiguous `Location`, another origin than the policy follows, a host that it refuses, a loop, one hop too many, or
  ///   a body that would have to be sent again and cannot or must not be.
  package mutating func handle(status: Int, locations: [String]) throws(TransportError) -> RedirectDecision {
    guard [301, 302, 303, 307, 308].contains(status), policy.redirects != .none,
      let location = locations.first
    else { return .deliver }
    guard locations.allSatisfy({ $0 == location }) else { throw .redirectRefused }
    let target: RequestURL
    do throws(TransportError) {
      target = try request.url.resolve(location)
    } catch {
      throw .redirectRefused
    }
    guard hops < limit, allows(target), let hostPolicy = try? policy.policy(for: target.host) else {
      throw .redirectRefused
    }
    guard let next = request.redirected(to: target, method: method(after: status)),
      visited.insert(Visit(method: next.method, url: target)).inserted
    else { throw .redirectRefused }
    (request, hops) = (next, hops + 1)
    return .follow(next, hostPolicy)
  }

  private var limit: Int {
    switch policy.redirects {
    case .none: 0
    case .sameOrigin(let limit), .listedHosts(let limit): limit
    }
  }

  private func allows(_ target: RequestURL) -> Bool {
    switch policy.redirects {
    case .none: false
    case .sameOrigin: target.hasOrigin(of: request.url)
    case .listedHosts: policy.rules.contains { $0.pattern.matches(target.host) }
    }
  }

  /// 303 reads what it points at; 301 and 302 do so for `POST`, as every client does; 307 and 308 change nothing.
  private func method(after status: Int) -> HTTPMethod {
    switch (status, request.method) {
    case (303, let method): method == .head ? .head : .get
    case (301, .post), (302, .post): .get
    case (_, let method): method
    }
  }
}

/// What to do with a response as far as redirects are concerned.
package enum RedirectDecision: Sendable {
  /// Hand it to the application.
  case deliver
  /// Drop it and send this request, on a connection that this policy admits.
  case follow(HTTPRequest, HostPolicy)
}

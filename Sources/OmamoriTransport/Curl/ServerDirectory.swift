#if !canImport(Darwin)
import OmamoriCore

/// The hosts of a session and the roots that it trusts, each made ready once.
///
/// Safe to use from any thread.
final class ServerDirectory: Sendable {
  private struct State {
    var anchors: [TrustAnchors: AnchorStore] = [:]
    var servers: [HostName: ServerProfile] = [:]
  }

  /// More hosts than this are not remembered, since a policy may let redirects lead to any number of them.
  private static let greatestCount = 4096

  private let policy: TransportPolicy
  private let clock: any WallClock
  private let state = Protected(State())

  init(_ policy: TransportPolicy, clock: any WallClock) { (self.policy, self.clock) = (policy, clock) }

  /// The host, when it was asked for before.
  func known(_ host: HostName) -> ServerProfile? { state.withLock { $0.servers[host] } }

  /// The host; reads the roots when they are needed for the first time, which takes milliseconds.
  ///
  /// - Throws: ``TransportError/hostNotListed``, and what reading the roots throws.
  func server(_ host: HostName) throws(TransportError) -> ServerProfile {
    if let server = known(host) { return server }
    let hostPolicy = try policy.policy(for: host)
    return try state.withLock { state throws(TransportError) in
      if let server = state.servers[host] { return server }
      let anchors: AnchorStore
      if let known = state.anchors[hostPolicy.anchors] {
        anchors = known
      } else {
        anchors = try AnchorStore(hostPolicy.anchors)
        state.anchors[hostPolicy.anchors] = anchors
      }
      let server = ServerProfile(hostPolicy, anchors: anchors, clock: clock)
      if state.servers.count >= Self.greatestCount { state.servers = [:] }
      state.servers[host] = server
      return server
    }
  }
}
#endif

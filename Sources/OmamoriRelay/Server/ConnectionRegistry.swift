#if !canImport(Darwin)
import OmamoriCore

/// The connections that are open, with their limits.
///
/// Safe to use from any thread.
final class ConnectionRegistry: Sendable {
  private struct Connection: Sendable {
    let socket: ClientSocket
    let wake: WakeEvent
  }

  private struct State: Sendable {
    var connections: [ObjectIdentifier: Connection] = [:]
    var peers: [PeerAddress: Int] = [:]
    var bodies = 0
    var bodiesOfPeers: [PeerAddress: Int] = [:]
    var stoppingDeadline: ContinuousClock.Instant?
  }

  /// Happens when the relay is stopped and no connection is left.
  let drained: WakeEvent
  private let limits: RelayLimits
  private let state = Protected(State())

  /// Makes a registry without connections.
  init(_ limits: RelayLimits) throws(RelayError) {
    self.limits = limits
    drained = try WakeEvent()
  }

  /// When requests that are under way must have ended; `nil` while the relay is not stopped.
  var stoppingDeadline: ContinuousClock.Instant? { state.withLock { $0.stoppingDeadline } }

  /// How many connections there are.
  var count: Int { state.withLock { $0.connections.count } }

  /// Takes a connection, or says that it is one too many.
  func add(_ socket: ClientSocket, wake: WakeEvent) -> Bool {
    state.withLock { state in
      let ofPeer = state.peers[socket.peer] ?? 0
      guard state.stoppingDeadline == nil, state.connections.count < limits.connections,
        ofPeer < limits.connectionsPerPeer
      else { return false }
      state.connections[ObjectIdentifier(socket)] = Connection(socket: socket, wake: wake)
      state.peers[socket.peer] = ofPeer + 1
      return true
    }
  }

  /// Forgets a connection.
  func remove(_ socket: ClientSocket) {
    let isDrained = state.withLock { state in
      guard state.connections.removeValue(forKey: ObjectIdentifier(socket)) != nil else { return false }
      let left = (state.peers[socket.peer] ?? 1) - 1
      state.peers[socket.peer] = left > 0 ? left : nil
      return state.stoppingDeadline != nil && state.connections.isEmpty
    }
    if isDrained { drained.signal() }
  }

  /// A body up to this size needs no room, since there are only so many connections: an envelope, a delivery of envelopes in
  /// Base64, or the one-time entries that a client publishes together, but no large attachment.
  static let smallBody = 768 << 10

  /// Takes room for a body, if there is some.
  func reserve(_ size: Int, for peer: PeerAddress) -> Bool {
    guard size > Self.smallBody else { return true }
    return state.withLock { state in
      let ofPeer = (state.bodiesOfPeers[peer] ?? 0) + size
      guard state.bodies + size <= limits.bodies, ofPeer <= limits.bodies / 2 else { return false }
      state.bodies += size
      state.bodiesOfPeers[peer] = ofPeer
      return true
    }
  }

  /// Gives room back.
  func release(_ size: Int, for peer: PeerAddress) {
    guard size > Self.smallBody else { return }
    state.withLock { state in
      state.bodies -= size
      let left = (state.bodiesOfPeers[peer] ?? size) - size
      state.bodiesOfPeers[peer] = left > 0 ? left : nil
    }
  }

  /// Takes no connection any more and wakes those that wait.
  func beginStopping() {
    let (events, isDrained) = state.withLock { state in
      if state.stoppingDeadline == nil { state.stoppingDeadline = .now + limits.stoppingTime }
      return (state.connections.values.map(\.wake), state.connections.isEmpty)
    }
    for event in events { event.signal() }
    if isDrained { drained.signal() }
  }

  /// Ends the connections that are still there.
  func endAll() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.socket.stop() }
  }
}
#endif

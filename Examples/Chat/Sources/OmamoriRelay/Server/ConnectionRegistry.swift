import OmamoriCore

/// The connections that are open, with their limits.
///
/// Safe to use from any thread.
final class ConnectionRegistry: Sendable {
  private struct Connection: Sendable {
    let socket: ClientSocket
    let wake: WakeEvent
    /// Tells which one came first.
    let number: Int
    /// Whether an account sent a request.
    var isKnown = false
  }

  private struct State: Sendable {
    var connections: [ObjectIdentifier: Connection] = [:]
    /// How many connections each /64 has.
    var peers: [PeerAddress: Int] = [:]
    /// How many connections each /48 has.
    var networks: [PeerAddress: Int] = [:]
    var last = 0
    var bodies = 0
    var bodiesOfPeers: [PeerAddress: Int] = [:]
    var stoppingDeadline: ContinuousClock.Instant?

    mutating func remove(_ socket: ClientSocket) -> Bool {
      guard connections.removeValue(forKey: ObjectIdentifier(socket)) != nil else { return false }
      let (ofPeer, ofNetwork) = ((peers[socket.peer] ?? 1) - 1, (networks[socket.peer.network] ?? 1) - 1)
      peers[socket.peer] = ofPeer > 0 ? ofPeer : nil
      networks[socket.peer.network] = ofNetwork > 0 ? ofNetwork : nil
      return true
    }

    /// The first connection without a request of an account, of the network that has most of them and more than so many.
    func idlest(above count: Int) -> ClientSocket? {
      let unknown = Dictionary(
        grouping: connections.values.lazy.filter { !$0.isKnown }, by: \.socket.peer.network)
      let most = unknown.values.max { $0.count < $1.count } ?? []
      return most.count > count ? most.min { $0.number < $1.number }?.socket : nil
    }
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

  /// What a network may have when only a quarter of all connections is left, which is for others.
  private static let greatestCountAtTheEnd = 4

  /// Takes a connection, or says that it is one too many.
  ///
  /// When there are as many as there may be, one of a network that has more of them and sent no request of an account ends.
  func add(_ socket: ClientSocket, wake: WakeEvent) -> Bool {
    state.withLock { state in
      let ofPeer = state.peers[socket.peer] ?? 0
      let ofNetwork = state.networks[socket.peer.network] ?? 0
      let most = limits.connections
      guard state.stoppingDeadline == nil, ofPeer < limits.connectionsPerPeer,
        ofNetwork < Self.greatestCountAtTheEnd || state.connections.count < most - most / 4
      else { return false }
      if state.connections.count >= most {
        guard let other = state.idlest(above: ofNetwork), state.remove(other) else { return false }
        // Its thread ends by that, and has nothing to remove then.
        other.stop()
      }
      state.last += 1
      state.connections[ObjectIdentifier(socket)] = Connection(
        socket: socket, wake: wake, number: state.last)
      state.peers[socket.peer] = ofPeer + 1
      state.networks[socket.peer.network] = ofNetwork + 1
      return true
    }
  }

  /// Takes note that an account sent a request.
  func recognize(_ socket: ClientSocket) {
    state.withLock { $0.connections[ObjectIdentifier(socket)]?.isKnown = true }
  }

  /// Forgets a connection.
  func remove(_ socket: ClientSocket) {
    let isDrained = state.withLock { state in
      state.remove(socket) && state.stoppingDeadline != nil && state.connections.isEmpty
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

import ChatSystem
import OmamoriCore
import OmamoriCrypto

/// Takes connections and gives each a thread, until it is stopped.
///
/// Safe to use from any thread.
final class RelayServer: Sendable {
  /// How often things that have been kept long enough are looked for.
  private static let sweepTime = Duration.seconds(60)
  /// A pause when there are no descriptors left.
  private static let pause = Duration.milliseconds(50)

  private let listener: Protected<ListeningSocket?>
  private let registry: ConnectionRegistry
  private let service: RelayService
  private let tls: TLSServer
  private let wake: WakeEvent
  private let ended: WakeEvent

  /// Makes a server that does not take connections yet.
  init(_ listener: ListeningSocket, tls: TLSServer, service: RelayService) throws(RelayError) {
    (self.tls, self.service) = (tls, service)
    self.listener = Protected(listener)
    registry = try ConnectionRegistry(service.limits)
    (wake, ended) = (try WakeEvent(), try WakeEvent())
  }

  /// How many connections there are.
  var connectionCount: Int { registry.count }

  /// Begins to take connections.
  ///
  /// - Throws: ``RelayError/system(code:)`` when there is no thread to be had.
  func start() throws(RelayError) {
    guard DetachedThread.start({ [self] in takeConnections() }) else { throw .system(code: 11) }
  }

  /// Takes no connection any more and lets requests that are under way end.
  func beginStopping() {
    registry.beginStopping()
    wake.signal()
  }

  /// Stops, and waits until nothing is under way; blocks for some seconds at most.
  func stop() {
    beginStopping()
    let grace = service.limits.stoppingTime + .seconds(1)
    _ = ConnectionWatch.wait(-1, for: 0, wake: ended, until: .now + grace)
    if ConnectionWatch.wait(-1, for: 0, wake: registry.drained, until: .now + grace).isLate {
      registry.endAll()
      _ = ConnectionWatch.wait(-1, for: 0, wake: registry.drained, until: .now + grace)
    }
    service.store.settle()
  }

  private func takeConnections() {
    defer {
      listener.withLock { $0 = nil }
      ended.signal()
    }
    guard let listener = listener.withLock({ $0 }) else { return }
    var nextSweep = ContinuousClock.now
    while registry.stoppingDeadline == nil {
      if nextSweep <= .now { nextSweep = .now + (sweep() ? Self.pause : Self.sweepTime) }
      let outcome = ConnectionWatch.wait(
        listener.descriptor, for: ConnectionWatch.input, wake: wake, until: nextSweep)
      if outcome.isWoken { wake.clear() }
      guard outcome.isReady else { continue }
      switch listener.accept() {
      case .client(let socket): serve(socket)
      case .none: break
      case .exhausted: _ = ConnectionWatch.wait(-1, for: 0, wake: wake, until: .now + Self.pause)
      }
    }
  }

  /// Removes some of what has been kept long enough; says whether there is more.
  private func sweep() -> Bool {
    do throws(RelayError) {
      return try service.store.sweep(now: service.now)
    } catch {
      var event = RelayEvent(.storeFailed, at: service.date)
      if case .store(let code) = error { event.code = Int(code) }
      service.note(event)
      return false
    }
  }

  private func serve(_ socket: ClientSocket) {
    guard let wake = try? WakeEvent(), registry.add(socket, wake: wake) else { return refuse() }
    let isStarted = DetachedThread.start { [registry, service, tls] in
      defer { registry.remove(socket) }
      guard let connection = tls.accept(socket.descriptor) else { return }
      var driver = ConnectionDriver(socket, connection, wake: wake, registry: registry, service: service)
      driver.run()
    }
    guard isStarted else {
      registry.remove(socket)
      return refuse()
    }
  }

  private func refuse() { service.note(RelayEvent(.connectionRefused, at: service.date)) }
}

import Glibc
import OmamoriCore
import OmamoriTransport

/// The examination of one server, on a thread that may wait.
struct ProbeRun {
  let target: ServerTarget
  let probe: ServerProbe
  let watch: ProbeWatch

  /// Examines the server.
  func run() throws(TransportError) -> ServerFacts {
    let moment = probe.clock.date
    let addresses = try NameResolution.addresses(
      of: target.place ?? target.host, port: target.port, watch.limited(to: probe.handshakeTimeout))
    var plan = HandshakePlan()
    var (place, best): (SocketAddress?, ProbeExchange.Result?) = (nil, nil)
    while let offer = plan.next {
      let result: ProbeExchange.Result
      if let place {
        result = try exchange(at: place, offer)
      } else {
        let first = try firstExchange(addresses, offer)
        (place, result) = (first.address, first.result)
      }
      plan.add(ServerHandshake(offer, result.outcome))
      if best == nil, !result.certificates.isEmpty || result.isChainCut { best = result }
      if watch.deadline <= .now { break }
    }
    return facts(plan.handshakes, best, at: place?.text ?? "", moment)
  }

  /// Makes the first handshake at the first address that can be reached.
  private func firstExchange(
    _ addresses: [SocketAddress], _ offer: HandshakeOffer
  ) throws(TransportError) -> (address: SocketAddress, result: ProbeExchange.Result) {
    for address in addresses {
      let result = try exchange(at: address, offer)
      if result.outcome == .notConnected { continue }
      if result.outcome == .timedOut, address != addresses.last, watch.deadline > .now { continue }
      return (address, result)
    }
    throw watch.deadline <= .now ? .timedOut : .notConnected
  }

  private func exchange(
    at address: SocketAddress, _ offer: HandshakeOffer
  ) throws(TransportError) -> ProbeExchange.Result {
    let limited = watch.limited(to: probe.handshakeTimeout)
    return try ProbeExchange(address: address, host: target.host, watch: limited).run(offer)
  }

  /// The connection, unless it ended before everything was settled.
  private static func settled(_ facts: HandshakeFacts?) -> ConnectionFacts? {
    guard let facts, facts.clientCertificate != .required || facts.connection.version >= 0x0304 else {
      return nil
    }
    return facts.connection
  }

  private func facts(
    _ handshakes: [ServerHandshake], _ best: ProbeExchange.Result?, at address: String, _ moment: Date
  ) -> ServerFacts {
    let presented =
      best?.isChainCut == false ? try? PresentedChain(unverifiedCertificates: best?.certificates ?? []) : nil
    let isAnswered = handshakes.contains { $0.outcome.facts != nil }
    var result = ValidationResult(chain: nil, faults: isAnswered ? [.untrustedRoot] : [])
    if best?.isChainCut == true {
      result = ValidationResult(
        chain: nil, faults: [.tooManyCertificates(limit: PresentedChain.greatestCount)])
    } else if let presented {
      result = probe.judge(presented, Self.settled(best?.outcome.facts), for: target, at: moment)
    }
    let anchor = result.chain?.certificates.last
    return ServerFacts(
      target: target, address: address, moment: moment, handshakes: handshakes, presentedChain: presented,
      trustedChain: result.chain, faults: result.faults,
      isSystemTrusted: anchor.map { !probe.anchors.gives($0) } ?? false)
  }
}

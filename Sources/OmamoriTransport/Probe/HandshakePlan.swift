/// Decides which handshake comes next, from what the earlier ones showed; never more than six.
///
/// A server that completes the standard handshake with TLS 1.3 need not be asked for TLS 1.3 alone, and one that refuses
/// it is asked for TLS 1.2 with every suite, the good ones first. A value; safe to share between threads.
package struct HandshakePlan: Sendable {
  /// The most handshakes with one server.
  package static let greatestCount = 6

  /// The handshakes that were made.
  package private(set) var handshakes: [ServerHandshake] = []

  /// A plan at its beginning.
  package init() {}

  /// Takes note of a handshake.
  package mutating func add(_ handshake: ServerHandshake) { handshakes.append(handshake) }

  /// What to offer next; `nil` when everything is known that can be known.
  package var next: HandshakeOffer? {
    guard handshakes.count < Self.greatestCount, !isHopeless else { return nil }
    return offers.first { offer in !handshakes.contains { $0.offer == offer } }
  }

  /// Whether nothing else can come of it: another protocol, or nobody who answers in time.
  private var isHopeless: Bool {
    handshakes.contains { handshake in
      switch handshake.outcome {
      case .notTLS, .notConnected: true
      case .timedOut: handshake.offer != .standard
      default: false
      }
    }
  }

  private var offers: [HandshakeOffer] {
    guard let first = handshakes.first else { return [.standard] }
    switch first.outcome.facts?.connection.version {
    case 0x0304:
      let tls12: [HandshakeOffer] = [.tls12, .tls12RSA]
      let isFound = handshakes.contains { tls12.contains($0.offer) && $0.outcome.facts != nil }
      return tls12 + (isFound ? [] : [.tls12Any]) + [.tls11, .tls10]
    case 0x0303: return [.tls13, .tls12RSA, .tls11, .tls10]
    default: return [.tls12Any, .tls12RSA, .tls13, .tls11, .tls10]
    }
  }
}

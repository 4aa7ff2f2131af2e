#if !canImport(Darwin)
import OmamoriCore

/// What a handshake was refused for, on its way from the callback to the one who waits.
final class HandshakeReport: Sendable {
  private let box = Protected<ConnectionVerdict?>(nil)

  /// The verdict, when there is one.
  var verdict: ConnectionVerdict? { box.current }

  /// Notes a verdict.
  func note(_ verdict: ConnectionVerdict) { box.withLock { $0 = verdict } }
}
#endif

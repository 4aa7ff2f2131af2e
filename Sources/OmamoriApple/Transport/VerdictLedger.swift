import OmamoriCore
import OmamoriTransport

/// What was said of the hosts of one `URLSession`: the last admission and the last refusal of each.
///
/// Both are kept, since two connections to a host may be judged differently at the same time. Safe to share between
/// threads.
final class VerdictLedger: Sendable {
  private struct State {
    var admissions: [HostName: ConnectionVerdict] = [:]
    var refusals: [HostName: ConnectionVerdict] = [:]
  }

  private let state = Protected(State())

  /// Notes a verdict.
  func note(_ verdict: ConnectionVerdict) {
    state.withLock { state in
      if verdict.admits {
        state.admissions[verdict.host] = verdict
      } else {
        state.refusals[verdict.host] = verdict
      }
    }
  }

  /// The last verdict by which a connection to the host was admitted.
  func admission(of host: HostName) -> ConnectionVerdict? { state.withLock { $0.admissions[host] } }

  /// The last verdict by which a connection to the host was refused.
  func refusal(of host: HostName) -> ConnectionVerdict? { state.withLock { $0.refusals[host] } }
}

#if !canImport(Darwin)
import OmamoriCore

/// What came back from one hop.
struct HopResponse: Sendable {
  /// The status.
  let status: Int
  /// The header as it came: the lines after the status line, each ended by CR LF.
  let header: [UInt8]
  /// The body; empty when it goes to a reader.
  let body: Data
  /// What the policy says of the connection.
  let verdict: ConnectionVerdict
  /// How long it took.
  let metrics: TransferMetrics

  /// Whether the connection was already there.
  var isReused: Bool { metrics.isReused }
}
#endif

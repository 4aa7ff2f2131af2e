import AuditEngine
import OmamoriCore
import OmamoriReport

/// Notes that a file makes requests over the network, which answers a question of the checklist.
enum NetworkUse {
  /// Records the first use in `source`.
  static func note(_ source: SwiftSource, _ report: inout FileReport) {
    let references = types.flatMap { source.facts.references[$0] ?? [] }.map(\.range)
    let named = types.flatMap { source.facts.typeReferences[$0] ?? [] }
    guard let first = (references + named).min(by: { $0.lowerBound < $1.lowerBound }) else { return }
    report.note(
      .networkUse, at: first,
      LocalizedText("Requests are made over the network.", ja: "ネットワーク通信が行われています。"))
  }

  /// Names of which one stands in every file that makes requests.
  static let types = [
    "URLSession", "URLRequest", "NSURLSession", "NSURLConnection", "NSMutableURLRequest", "NWConnection",
    "URLSessionWebSocketTask", "AF", "Alamofire", "CFStreamCreatePairWithSocketToHost", "NWTCPConnection",
  ]
}

#if !canImport(Darwin)
/// What a server answered, with a body that is read piece by piece.
///
/// Safe to share between threads.
public struct StreamedResponse: Sendable {
  /// The status.
  public let status: Int
  /// The header fields as they came; of a body that is decompressed, `Content-Encoding` and `Content-Length` say how it is
  /// sent.
  public let fields: ResponseFields
  /// The body; read it to its end, or drop it to end the transfer.
  public let body: ResponseBody
  /// The URL that answered, after redirects.
  public let url: RequestURL
  /// What the policy says of the connection.
  public let verdict: ConnectionVerdict
  /// How long it took until the header was there.
  public let metrics: TransferMetrics
  let headers: HeaderPolicy

  /// What the security header fields are worth; `nil` when the policy does not look at them.
  public var headerReport: HeaderReport? {
    headers == .off ? nil : HeaderReport(fields, from: url.host, status: status)
  }
}

extension StreamedResponse: CustomStringConvertible, CustomReflectable {
  /// The status and the origin; never a field.
  public var description: String { "\(status) from \(url)" }

  /// The status and the origin.
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
#endif

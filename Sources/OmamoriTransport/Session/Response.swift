public import OmamoriCore

/// What a server answered, with its body.
///
/// A value; safe to share between threads.
public struct Response: Sendable {
  /// The status.
  public let status: Int
  /// The header fields as they came; of a body that was decompressed, `Content-Encoding` and `Content-Length` say how it was
  /// sent.
  public let fields: ResponseFields
  /// The body, as it came unless the policy's ``Decompression`` asked for gzip.
  public let body: Data
  /// The URL that answered, after redirects.
  public let url: RequestURL
  /// What the policy says of the connection.
  public let verdict: ConnectionVerdict
  /// How long it took; `nil` on Apple systems.
  public let metrics: TransferMetrics?
  private let headers: HeaderPolicy

  /// Makes a response.
  package init(
    status: Int, fields: ResponseFields, body: Data, url: RequestURL, verdict: ConnectionVerdict,
    metrics: TransferMetrics? = nil, headers: HeaderPolicy
  ) {
    (self.status, self.fields, self.body, self.url, self.verdict) = (status, fields, body, url, verdict)
    (self.metrics, self.headers) = (metrics, headers)
  }

  /// What the security header fields are worth; `nil` when the policy does not look at them.
  public var headerReport: HeaderReport? {
    headers == .off ? nil : HeaderReport(fields, from: url.host, status: status)
  }
}

extension Response: CustomStringConvertible, CustomReflectable {
  /// The status, the size and the origin; never a field or the body.
  public var description: String { "\(status), \(body.count) bytes from \(url)" }

  /// The status, the size and the origin.
  public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

public import OmamoriCore

/// What a server answered, with its body.
public struct HTTPResponse: Sendable {
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

extension HTTPResponse: RedactedDescription {
  /// The status, the size and the origin; never a field or the body.
  public var description: String { "\(status), \(body.count) bytes from \(url)" }
}

/// How long the parts of a request took, and how many bytes went over the wire.
///
/// What is said of the connection, the first byte and the bytes is of the last hop, that is, after redirects and repetitions.
public struct TransferMetrics: Sendable, Hashable {
  /// Resolving the name, of the host or of the proxy.
  ///
  /// `nil` for an address; a name that is remembered takes next to nothing.
  public package(set) var nameLookup: Duration?
  /// Making the TCP connection; `nil` on one that was already there.
  public let connecting: Duration?
  /// The TLS handshake, and with a proxy its tunnel; `nil` on a connection that was already there.
  public let handshake: Duration?
  /// From the beginning of the hop, its name lookup included, until the first byte of the response.
  public package(set) var firstByte: Duration
  /// From the call until the response was there; for a stream, until its header was.
  ///
  /// Redirects, repetitions and waiting in line are included.
  public package(set) var total: Duration
  /// Whether the connection was already there.
  public let isReused: Bool
  /// The version of the protocol: `HTTP/1.0`, `HTTP/1.1` or `HTTP/2`.
  public let version: String
  /// The bytes of the request's body that were sent.
  public let sentBodyBytes: Int64
  /// The bytes of the response's body as they came, before decompression; for a stream, those that came with the header.
  public let receivedBodyBytes: Int64

  package init(
    nameLookup: Duration?, connecting: Duration?, handshake: Duration?, firstByte: Duration, total: Duration,
    isReused: Bool, version: String, sentBodyBytes: Int64, receivedBodyBytes: Int64
  ) {
    (self.nameLookup, self.connecting, self.handshake) = (nameLookup, connecting, handshake)
    (self.firstByte, self.total, self.isReused, self.version) = (firstByte, total, isReused, version)
    (self.sentBodyBytes, self.receivedBodyBytes) = (sentBodyBytes, receivedBodyBytes)
  }
}

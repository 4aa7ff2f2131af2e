public import OmamoriCore
public import OmamoriTransport

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

extension StreamedResponse: RedactedDescription {
  /// The status and the origin; never a field.
  public var description: String { "\(status) from \(url)" }
}

/// The body of a response as a sequence of pieces, as large as they happen to come.
///
/// A reader who is slow holds the server up: no more than about half a megabyte is kept here. The sequence is read once, by
/// one task. An error, also a connection that breaks before the announced end, is thrown and never looks like the end.
/// Safe to share between threads.
public struct ResponseBody: AsyncSequence, Sendable {
  /// A piece, of at least one byte.
  public typealias Element = Data
  /// What reading throws.
  public typealias Failure = TransportError

  private let lease: TransferLease

  init(_ lease: TransferLease) { self.lease = lease }

  /// Reads pieces one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let lease: TransferLease

    /// The next piece; `nil` at the end.
    ///
    /// - Returns: At least one byte, at most what was waiting.
    /// - Throws: `TransportError`; cancelling the task ends the transfer.
    public mutating func next() async throws(TransportError) -> Data? { try await lease.next() }

    /// The next piece; `nil` at the end.
    ///
    /// - Parameter actor: Where the caller runs.
    /// - Returns: At least one byte, at most what was waiting.
    /// - Throws: `TransportError`; cancelling the task ends the transfer.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
      try await lease.next()
    }
  }

  /// Begins reading.
  public func makeAsyncIterator() -> Iterator { Iterator(lease: lease) }
}

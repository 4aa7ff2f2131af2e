#if !canImport(Darwin)
public import OmamoriCore

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
    /// - Throws: ``TransportError``; cancelling the task ends the transfer.
    public mutating func next() async throws(TransportError) -> Data? { try await lease.next() }

    /// The next piece; `nil` at the end.
    ///
    /// - Parameter actor: Where the caller runs.
    /// - Returns: At least one byte, at most what was waiting.
    /// - Throws: ``TransportError``; cancelling the task ends the transfer.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
      try await lease.next()
    }
  }

  /// Begins reading.
  public func makeAsyncIterator() -> Iterator { Iterator(lease: lease) }
}
#endif

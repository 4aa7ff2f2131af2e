/// The changes of a store, as they happen.
///
/// Reading waits without blocking. When a reader is slow, changes that it has not read may be replaced by one
/// ``KeychainChange/Kind/unknown``. Safe to share between threads.
public struct KeychainChanges: AsyncSequence, Sendable {
  /// What the sequence consists of.
  public typealias Element = KeychainChange

  /// The most changes that are kept for a slow reader.
  public static let greatestBacklog = 1024

  private let stream: AsyncStream<KeychainChange>

  /// Makes a sequence of a stream; for stores.
  public init(_ stream: AsyncStream<KeychainChange>) { self.stream = stream }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncStream<KeychainChange>.Iterator { stream.makeAsyncIterator() }
}

/// Records that are handed on together.
///
/// A value; safe to share between threads.
public struct DeliveryBatch: Sendable, Hashable {
  /// What is the same each time the batch is sent, and no other batch has.
  public let identifier: String
  /// The number of the first record.
  public let firstRecord: UInt64
  /// The number of records.
  public let count: Int
  /// The kind of ``records``, such as `application/x-ndjson`.
  public let mediaType: String
  /// The records, each whole and in the order of their numbers.
  public let records: [[UInt8]]

  /// Makes a batch.
  public init(
    identifier: String, firstRecord: UInt64, mediaType: String, records: [[UInt8]]
  ) {
    (self.identifier, self.firstRecord) = (identifier, firstRecord)
    (self.mediaType, self.records, count) = (mediaType, records, records.count)
  }
}

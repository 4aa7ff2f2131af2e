/// A durable event in plain form, on its way to a collector.
///
/// A value; safe to share between threads.
struct PlainRecord: Sendable, Hashable {
  /// Its place among the entries of the log.
  let sequence: UInt64
  /// The number of its segment.
  let segment: UInt64
  /// The stored form.
  let bytes: [UInt8]
}

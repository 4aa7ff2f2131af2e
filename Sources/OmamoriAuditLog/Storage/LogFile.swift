/// A file of a log that grows at its end.
///
/// All calls may block. Safe to use from any thread; one writer at a time.
protocol LogFile: Sendable {
  /// The number of bytes it has.
  var size: Int { get }

  /// Adds bytes at the end, all of them; after an error it is not known how many.
  func append(_ bytes: [UInt8]) throws(AuditLogError)

  /// Brings what was added to the disk.
  func synchronize() throws(AuditLogError)

  /// Gives the file back to the system.
  func close()
}

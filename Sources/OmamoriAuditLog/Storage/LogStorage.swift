/// The folder of a log; a port, so that tests can have a disk that fails.
///
/// All calls may block. Safe to use from any thread.
protocol LogStorage: Sendable {
  /// The names in the folder, in any order.
  func names() throws(AuditLogError) -> [String]

  /// What a file holds; `nil` when there is none.
  ///
  /// - Throws: ``AuditLogError/format(_:)`` for one of more than `limit` bytes.
  func read(_ name: String, limit: Int) throws(AuditLogError) -> [UInt8]?

  /// Puts a file in the place of another in one step, and brings it to the disk.
  func replace(_ name: String, with bytes: [UInt8]) throws(AuditLogError)

  /// Makes a file that must not exist yet, for appending; it gets its name when these bytes are on the disk.
  func create(_ name: String, with bytes: [UInt8]) throws(AuditLogError) -> any LogFile

  /// The size of a file in bytes; `nil` when there is none.
  func size(_ name: String) throws(AuditLogError) -> Int?

  /// Removes a file for good; one that is not there is no error.
  func remove(_ name: String) throws(AuditLogError)

  /// Keeps other processes, and other writers of this one, out until the file that is given is closed.
  ///
  /// - Throws: ``AuditLogError/storage(_:)`` when somebody is in.
  func lock() throws(AuditLogError) -> any LogFile
}

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

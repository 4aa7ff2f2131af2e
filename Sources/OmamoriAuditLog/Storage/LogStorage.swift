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

  /// Makes a file that must not exist yet, for appending.
  func create(_ name: String) throws(AuditLogError) -> any LogFile

  /// Opens a file that exists, for appending.
  func open(_ name: String) throws(AuditLogError) -> any LogFile

  /// Removes a file for good; one that is not there is no error.
  func remove(_ name: String) throws(AuditLogError)

  /// Keeps other processes, and other writers of this one, out until the lock is gone.
  ///
  /// - Throws: ``AuditLogError/storage(_:)`` when somebody is in.
  func lock() throws(AuditLogError) -> any Sendable
}

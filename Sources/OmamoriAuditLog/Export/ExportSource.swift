/// Who writes the events of a log: facts that are the same for all of them.
///
/// A value; safe to share between threads.
public struct ExportSource: Sendable, Hashable {
  /// The program's name.
  public let application: String
  /// The program's version.
  public let version: String
  /// The machine's name; empty when it is not to be told.
  public let host: String
  /// The number of the process; `nil` when it is not to be told.
  public let process: Int32?

  /// Names who writes.
  ///
  /// - Parameters:
  ///   - application: The program's name.
  ///   - version: The program's version.
  ///   - host: The machine's name; empty when it is not to be told.
  ///   - process: The number of the process; `nil` when it is not to be told.
  public init(application: String, version: String, host: String = "", process: Int32? = nil) {
    (self.application, self.version, self.host, self.process) = (application, version, host, process)
  }
}

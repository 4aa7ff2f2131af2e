/// The number a process ends with.
public struct ExitStatus: RawRepresentable, Sendable, Hashable {
  /// The number, 0 to 255.
  public let rawValue: Int32

  /// Makes a status of `rawValue`; only its low 8 bits reach the caller.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Everything was done.
  public static let success = ExitStatus(rawValue: 0)
  /// The command line was wrong.
  public static let usage = ExitStatus(rawValue: 2)
  /// The work could not be completed.
  public static let failure = ExitStatus(rawValue: 3)
  /// The user or the system asked the process to stop.
  public static let interrupted = ExitStatus(rawValue: 130)
}

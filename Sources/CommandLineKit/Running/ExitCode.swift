/// The number a process ends with.
public struct ExitCode: RawRepresentable, Sendable, Hashable {
  /// The number, 0 to 255.
  public let rawValue: Int32

  /// Makes a code of `rawValue`; only its low 8 bits reach the caller.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Everything was done.
  public static let success = ExitCode(rawValue: 0)
  /// The command line was wrong.
  public static let usage = ExitCode(rawValue: 2)
  /// The work could not be completed.
  public static let failure = ExitCode(rawValue: 3)
  /// The user or the system asked the process to stop.
  public static let interrupted = ExitCode(rawValue: 130)
}

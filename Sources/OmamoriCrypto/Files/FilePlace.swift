/// Where a file is read from or written to.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum FilePlace: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A path.
  ///
  /// A symbolic link at the end of the path is followed for reading. For writing it counts as a file of its own: it is
  /// replaced when replacing is allowed, and what it points to stays as it is; only a link to a pipe or a device, such as
  /// `/dev/stdout`, is followed. A path with a zero byte names nothing.
  case path(String)
  /// An open descriptor, which stays open: a pipe, a socket, a terminal, or a file from where it stands.
  ///
  /// Writing to a pipe that nobody reads any more raises `SIGPIPE`, which ends the process unless it ignores the signal.
  case descriptor(Int32)

  /// The standard input of the process.
  public static let standardInput = descriptor(0)
  /// The standard output of the process.
  public static let standardOutput = descriptor(1)

  /// Makes a path.
  public init(stringLiteral path: String) { self = .path(path) }
}

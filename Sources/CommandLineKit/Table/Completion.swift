/// What a shell offers when it completes a value.
public enum Completion: Sendable, Hashable {
  /// Nothing: only the user knows the value.
  case none
  /// The name of a file or a folder.
  case file
  /// The name of a folder.
  case directory
  /// One of these words.
  case words([String])
  /// A command of the tool itself.
  case command
}

/// What one mechanism says of a file or folder.
///
/// A value; safe to share between threads.
public enum BackupState: Sendable, Hashable {
  /// The mechanism says that it is to be left out.
  case excluded
  /// The mechanism does not say so.
  case notExcluded
  /// The file system does not have the mechanism.
  case unsupported
  /// The mechanism could not be read or set; the system's error number.
  case failed(code: Int32)
}

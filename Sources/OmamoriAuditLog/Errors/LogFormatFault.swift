/// Why a log, a record or a checkpoint cannot be read.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum LogFormatFault: Sendable, Hashable {
  /// What stands at this byte is not of the format.
  case malformed(offset: Int)
  /// It was written by a version that is not known.
  case unknownVersion
  /// It is larger than this many bytes.
  case tooLarge(limit: Int)
}

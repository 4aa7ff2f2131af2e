/// Why an attachment cannot be opened.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum AttachmentFault: Sendable, Hashable {
  /// It was changed or cut off.
  case damaged
  /// The reference to it is wrong.
  case invalid
}

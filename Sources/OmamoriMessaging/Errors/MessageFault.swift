/// Why a message cannot be opened.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum MessageFault: Sendable, Hashable {
  /// It is not a message of this format.
  case malformed
  /// Its version or suite is not known.
  case unsupported
  /// No key of the conversation opens it: it is older than what is remembered, was made for keys that one side lost, is
  /// for somebody else, or was changed on its way.
  case unreadable
  /// Its key is known and does not open it: it was changed on its way, or comes from somebody else.
  case forged
  /// It was opened before, or its key is gone.
  case replayed
  /// It skips more messages than the bound.
  case tooFarAhead
  /// It is larger than the bound.
  case tooLarge
}

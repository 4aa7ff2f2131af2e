public import OmamoriCore

/// Why a keychain could not do what it was asked; that there is no item is an answer and not among these.
///
/// It holds places, numbers and codes only, never a secret, a name, an account or a path. A value; safe to share between
/// threads.
@nonexhaustive
public enum KeychainError: OmamoriError {
  /// The store is locked, or the item is usable only while it is unlocked.
  case locked
  /// The proof was refused, or none was given where one is needed.
  case denied
  /// The passphrase, the PIN, the key or the recovery code is wrong.
  case wrongCredential
  /// Too many wrong proofs; this many seconds have to pass where they are known.
  case lockedOut(seconds: Int?)
  /// The person or the caller cancelled.
  case cancelled
  /// What the item was bound to is not there any more: other fingers, another device, a removed passcode.
  case invalidated
  /// The store contradicts itself here; nothing was deleted.
  case corrupt(KeychainPlace)
  /// The store, or a part of it, is an older state than the one that is known.
  case rolledBack(expected: UInt64, found: UInt64)
  /// The store was changed so often since an anchor recorded it last that nobody can tell whether it came from that state.
  case anchorBehind(recorded: UInt64, found: UInt64)
  /// The store cannot be reached.
  case unavailable(KeychainService)
  /// There is an item with the same primary key already.
  case duplicate
  /// The caller may not use the access group.
  case accessGroupDenied
  /// The attribute is not one of the item's class.
  case unknownAttribute(ItemAttribute)
  /// The query or the item contradicts itself.
  case invalidRequest(KeychainFault)
  /// The data must not be kept there, because of their classification.
  case classification(ClassificationFault)
  /// The stored value is not of the type that was asked for.
  case wrongType
  /// A message was not encrypted to the key, or was changed.
  case unreadableMessage
  /// The secret or an attribute is longer than this many bytes.
  case tooLarge(limit: Int)
  /// There are more items than this many.
  case tooMany(limit: Int)
  /// The store or this system cannot do it.
  case unsupported(KeychainFeature)
  /// The store was made by a newer version of the toolkit.
  case newerFormat(version: Int)
  /// There is a store already.
  case storeExists
  /// There is no such slot, or it is the last one.
  case slot(SlotFault)
  /// A file or folder is not as private as it must be, or not the owner's.
  case insecurePermissions(KeychainPlace)
  /// The disk or the user's share of it is full; the old state is intact.
  case diskFull
  /// The store is on a read-only file system or may not be written; it is intact.
  case readOnly
  /// The item was changed by others again and again while it was being changed here.
  case contended
  /// Writers kept the store busy for longer than it waits; nothing was changed.
  case busy
  /// A migration cannot go on: the step with this number, counted from 1, did not verify.
  case migrationFailed(step: Int)
  /// The file to be imported is malformed at this line, counted from 1, where it is known.
  case malformedImport(line: Int?)
  /// The operating system refused; `code` is its error number.
  case file(KeychainPlace, code: Int32)
  /// The cryptographic library or the database failed in a way that valid use does not cause.
  case backend(code: Int)
  /// A system keychain answered with a status that has no name here.
  case status(Int32)

  /// What failed, as a sentence.
  public var explanation: LocalizedText { Self.explanation(of: self) }
  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { Self.recovery(from: self) }
}

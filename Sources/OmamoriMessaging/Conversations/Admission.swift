/// What becomes of the identity of somebody who uses a peer's address.
enum Admission: Sendable, Hashable {
  /// It is the first one, and is kept.
  case pinned
  /// It is the one that is kept.
  case known
  /// It is another one, and the application has to judge it.
  case noticed
  /// It is another one that was refused or that waits behind another change.
  case refused
}

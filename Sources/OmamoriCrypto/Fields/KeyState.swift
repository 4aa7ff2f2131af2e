/// What a key of a ``Keyset`` is used for.
public enum KeyState: UInt8, Sendable, Hashable, CaseIterable {
  /// Seals new values and opens old ones; a keyset has exactly one such key.
  case primary = 1
  /// Opens only, and waits to become primary, so that every machine has the key before one of them seals with it.
  case standby = 2
  /// Opens what it sealed while it was primary; may be destroyed when nothing sealed with it is left.
  case retired = 3
}

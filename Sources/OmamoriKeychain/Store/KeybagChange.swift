#if !canImport(Darwin)

/// A change of the slots or the keys of a store, made in one step with what it means for the rows.
///
/// Safe to share between threads.
struct KeybagChange: Sendable {
  /// The slots and the keybag of the new state.
  let header: StoreHeader
  /// The classes whose items are gone for good and are removed.
  var lost: Set<ItemAccessibility> = []
  /// The classes that have other keys.
  var renewed: Set<ItemAccessibility> = []
  /// The keys of the new state.
  let ring: KeyRing
}
#endif

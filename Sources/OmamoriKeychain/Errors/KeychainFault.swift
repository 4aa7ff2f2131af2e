/// How a query or an item contradicts itself.
///
/// A value; safe to share between threads.
public enum KeychainFault: Sendable, Hashable, CaseIterable {
  /// A value is of another kind than the attribute.
  case valueKind
  /// Nothing is to be changed.
  case nothingToChange
  /// A reference and other conditions are given together.
  case referenceWithConditions
  /// There is neither a class nor a reference.
  case noClass
  /// A limit below one.
  case limit
  /// The store sets this attribute itself.
  case setByStore
  /// A synchronizable item cannot be bound to this device or have an access control.
  case synchronizable
  /// The access control contradicts itself.
  case accessControl
  /// An identity is found by joining a certificate and a key, and cannot be stored or changed itself.
  case identity
  /// The reference is not one of this store.
  case reference
  /// A name that must not be empty is empty.
  case emptyName
  /// A name is too long, or has characters that do not show.
  case name
  /// The secret of a slot, or what it costs to guess it, is too small.
  case weakSecret
  /// The accessibility of an item is to change, and other code chose an access control that the system does not tell.
  case unknownConstraints
}

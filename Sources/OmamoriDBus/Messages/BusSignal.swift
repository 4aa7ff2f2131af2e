/// A signal that an object on the bus gave.
///
/// A value; safe to share between threads.
package struct BusSignal: Sendable, Equatable {
  /// The unique name of the connection that gave it.
  package let sender: String
  /// The object.
  package let path: String
  /// The interface.
  package let interface: String
  /// The signal's name.
  package let member: String
  /// What it says.
  package let arguments: [BusValue]
}

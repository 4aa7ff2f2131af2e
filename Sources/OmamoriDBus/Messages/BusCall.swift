/// A call of a method of an object on the bus.
///
/// A value; safe to share between threads.
package struct BusCall: Sendable {
  /// The name of the service.
  package var destination: String
  /// The object.
  package var path: String
  /// The interface that has the method.
  package var interface: String
  /// The method.
  package var member: String
  /// The arguments.
  package var arguments: [BusValue]
  /// Whether arguments or answer are secret: byte arrays are read as ``BusValue/secret(_:)``, and the buffers of both
  /// messages are overwritten.
  package var isSensitive: Bool
  /// Whether the service may ask the person, as polkit does.
  package var mayAsk: Bool

  /// Makes a call.
  package init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue] = [], isSensitive: Bool = false, mayAsk: Bool = false
  ) {
    (self.destination, self.path, self.interface) = (destination, path, interface)
    (self.member, self.arguments) = (member, arguments)
    (self.isSensitive, self.mayAsk) = (isSensitive, mayAsk)
  }
}

extension BusCall {
  /// A call to the bus itself.
  package static func bus(_ member: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)
  }

  /// A call that reads a property of an object.
  package static func property(
    _ destination: String, _ path: String, _ interface: String, _ name: String
  ) -> BusCall {
    BusCall(
      destination, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
  }
}

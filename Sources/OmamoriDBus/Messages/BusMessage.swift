import CDBus

/// A message of sd-bus with one owner; stays on its connection's thread.
@safe
struct BusMessage: ~Copyable {
  /// What a message can be.
  enum Kind: Int32 {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  let pointer: OpaquePointer

  /// Takes over a message.
  // because the caller gives its reference away, and the pointer is only stored
  init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// A message that calls a method.
  ///
  /// - Throws: ``BusError/invalidArgument`` and what else keeps it from being made.
  static func calling(_ call: BusCall, on bus: OpaquePointer, limits: BusLimits) throws(BusError)
    -> BusMessage
  {
    let names = [call.destination, call.path, call.interface, call.member]
    guard !names.contains(where: { $0.utf8.contains(0) }) else { throw .invalidArgument }
    var made: OpaquePointer?
    // because the texts live during the call, and sd-bus copies them
    let code = unsafe omamori_bus_message_new_method_call(
      bus, &made, call.destination, call.path, call.interface, call.member)
    guard let made = unsafe made else { throw BusError(sending: code) }
    let message = unsafe BusMessage(owning: made)  // because nobody else has the new message
    if call.isSensitive { unsafe omamori_bus_message_set_sensitive(made) }  // because it is ours
    if call.mayAsk { unsafe _ = omamori_bus_message_set_interactive(made) }
    var writer = unsafe BusWriter(made, limits: limits)  // because the message outlives its writer
    for argument in call.arguments { try writer.append(argument) }
    return message
  }

  deinit {
    unsafe omamori_bus_message_unref(pointer)  // because this is the only owner
  }

  /// What the message is.
  var kind: Kind? { unsafe Kind(rawValue: omamori_bus_message_type(pointer)) }  // because the message is ours

  /// The number of the call that the message answers.
  var answeredCall: UInt64? {
    var cookie: UInt64 = 0
    // because the message is ours
    return unsafe omamori_bus_message_get_reply_cookie(pointer, &cookie) >= 0 ? cookie : nil
  }

  /// The name of the error that the message is.
  // because the message is ours
  var errorName: String { unsafe Self.text(omamori_bus_message_get_error_name(pointer)) }
  /// The unique name of the sender.
  // because the message is ours
  var sender: String { unsafe Self.text(omamori_bus_message_get_sender(pointer)) }
  /// The object.
  // because the message is ours
  var path: String { unsafe Self.text(omamori_bus_message_get_path(pointer)) }
  /// The interface.
  // because the message is ours
  var interface: String { unsafe Self.text(omamori_bus_message_get_interface(pointer)) }
  /// The method or the signal.
  // because the message is ours
  var member: String { unsafe Self.text(omamori_bus_message_get_member(pointer)) }

  /// What the message holds.
  ///
  /// - Throws: ``BusError/malformed``.
  func arguments(isSensitive: Bool, limits: BusLimits) throws(BusError) -> [BusValue] {
    if isSensitive { unsafe omamori_bus_message_set_sensitive(pointer) }  // because the message is ours
    // because the message outlives its reader
    var reader = unsafe BusReader(pointer, isSensitive: isSensitive, limits: limits)
    return try reader.all()
  }

  private static func text(_ bytes: UnsafePointer<CChar>?) -> String {
    guard let bytes = unsafe bytes else { return "" }
    // because sd-bus ends its texts with a NUL and copies of them are made here
    return unsafe String(cString: bytes)
  }
}

extension BusError {
  /// The error of a message that could not be made or sent; `code` is negative, as sd-bus gives it.
  init(sending code: Int32) {
    switch -code {
    case 12: self = .outOfResources  // ENOMEM
    case 104, 107, 108, 32: self = .disconnected  // ECONNRESET, ENOTCONN, ESHUTDOWN, EPIPE
    case 38: self = .libraryMissing  // ENOSYS
    default: self = .invalidArgument
    }
  }
}

/// A call of a method of an object on the bus.
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

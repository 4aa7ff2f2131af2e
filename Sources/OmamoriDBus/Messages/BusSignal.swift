import CDBus

/// Which signals are meant.
package struct BusMatch: Sendable, Hashable {
  /// The name of the service that gives them; nobody else's are passed on.
  package let sender: String
  /// The object; `nil` for all of them.
  package let path: String?
  /// The interface.
  package let interface: String
  /// The signal; `nil` for all of the interface.
  package let member: String?

  /// Makes a match.
  package init(sender: String, path: String? = nil, interface: String, member: String? = nil) {
    (self.sender, self.path, self.interface, self.member) = (sender, path, interface, member)
  }

  /// The rule as the bus wants it; `nil` when a part could end its quotes.
  var rule: String? {
    var parts = ["type='signal'", "sender='\(sender)'", "interface='\(interface)'"]
    if let path { parts.append("path='\(path)'") }
    if let member { parts.append("member='\(member)'") }
    let values = [sender, interface, path ?? "", member ?? ""]
    guard !values.contains(where: { $0.utf8.contains { $0 == 0x27 || $0 == 0x5C || $0 < 0x20 } }) else {
      return nil
    }
    return parts.joined(separator: ",")
  }

  /// The rule that tells when another connection takes over the sender's name.
  var ownerRule: String {
    "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
      + "arg0='\(sender)'"
  }

  /// Says whether a signal is meant, its sender aside.
  func matches(path: String, interface: String, member: String) -> Bool {
    self.interface == interface && (self.path ?? path) == path && (self.member ?? member) == member
  }
}

/// A signal that an object on the bus gave.
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

/// Which bus is meant.
///
/// A value; safe to share between threads.
package enum BusAddress: Sendable, Hashable {
  /// The bus of the person's session, as `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` name it.
  case session
  /// The bus of the machine.
  case system
  /// The bus with this address, such as `unix:path=/run/…`; only for addresses from trusted configuration, since an
  /// address can name a program to start.
  case address(String)
}

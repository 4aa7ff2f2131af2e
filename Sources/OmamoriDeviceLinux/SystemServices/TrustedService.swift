import OmamoriCore
import OmamoriDBus

/// A service on a bus, bound to the one connection whose owner was checked.
///
/// Any connection may send signals that look like the service's, and may take over its name when it ends. Calls go to
/// the unique name of the checked connection, which is never given out twice, and signals count only from there.
struct TrustedService: Sendable {
  private static let bus = "org.freedesktop.DBus"

  /// The connection to the bus.
  let connection: BusConnection
  /// The unique name of the service's connection.
  let owner: String

  /// Connects and checks who owns a name.
  ///
  /// - Parameters:
  ///   - name: The name of the service; it is started when it does not run and can be.
  ///   - address: The address of the bus; `nil` for the system's.
  ///   - users: The users of whom one must have the service's process.
  /// - Throws: `BusError`, `AccessDenied` when the process is of another user.
  init(_ name: String, on address: String?, ownedBy users: Set<UInt32>) async throws(BusError) {
    let connection = try await BusConnection.open(address.map(BusAddress.address) ?? .system)
    // When it cannot be started, asking for its owner says so.
    _ = try? await connection.call(.bus("StartServiceByName", [.string(name), .uint32(0)]))
    let named = try await connection.call(.bus("GetNameOwner", [.string(name)]))
    guard let owner = named.first?.text, owner.hasPrefix(":") else { throw .malformed }
    let user = try await connection.call(.bus("GetConnectionUnixUser", [.string(owner)]))
    guard case .uint32(let number)? = user.first else { throw .malformed }
    guard users.contains(number) else { throw .refused(name: "org.freedesktop.DBus.Error.AccessDenied") }
    (self.connection, self.owner) = (connection, owner)
  }

  /// Calls a method of the checked connection.
  @discardableResult
  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    mayAsk: Bool = false, timeout: Duration = BusConnection.patience
  ) async throws(BusError) -> [BusValue] {
    try await connection.call(
      BusCall(owner, path, interface, member, arguments, mayAsk: mayAsk), timeout: timeout)
  }

  /// Reads a property.
  func property(_ path: String, _ interface: String, _ name: String) async throws(BusError) -> BusValue? {
    try await connection.call(.property(owner, path, interface, name)).first?.variantValue
  }

  /// The signals of one object of the checked connection, from now on.
  func signals(_ path: String, _ interface: String, _ member: String) async throws(BusError)
    -> AsyncStream<BusSignal>
  {
    try await connection.signals(
      BusMatch(sender: owner, path: path, interface: interface, member: member))
  }

  /// What the bus tells of connections that come and go, from now on.
  func ownerChanges() async throws(BusError) -> AsyncStream<BusSignal> {
    try await connection.signals(
      BusMatch(
        sender: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, member: "NameOwnerChanged"))
  }

  /// Whether a signal of ``ownerChanges()`` tells that the checked connection has ended.
  func isEnd(_ signal: BusSignal) -> Bool {
    signal.arguments.first == .string(owner) && signal.arguments.last == .string("")
  }
}

extension AuthenticationOutcome {
  /// How a request ends when a call over the bus gave no answer.
  init(_ error: BusError) {
    self =
      switch error {
      case .cancelled: .systemCancelled
      case .refused(name: "net.reactivated.Fprint.Error.NoEnrolledPrints"): .notEnrolled
      case .refused(name: "org.freedesktop.PolicyKit1.Error.Cancelled"): .systemCancelled
      case .refused(name: "org.freedesktop.PolicyKit1.Error.NotAuthorized"): .failed
      default: .notAvailable
      }
  }
}

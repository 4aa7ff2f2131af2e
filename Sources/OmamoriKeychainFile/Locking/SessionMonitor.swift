import OmamoriCore
import OmamoriDBus
package import OmamoriKeychain

/// Follows the person's session as systemd-logind tells of it, so that a keychain is locked with the screen and before
/// the machine sleeps.
///
/// While it runs the machine waits with sleeping until the events were handled, for as long as logind allows (five
/// seconds unless configured). It ends with ``stop()`` or with its last reference. Safe to use from any thread.
///
/// Source: <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>.
package final class SessionMonitor: Sendable {
  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"

  private let task: Task<Void, Never>

  /// Begins to follow a session.
  ///
  /// - Parameters:
  ///   - busAddress: The address of the bus; `nil` for the system's.
  ///   - session: The session's identifier; `nil` for that of this process.
  ///   - handler: Called with one event after the other, never twice at once; ``SessionEvent/lost`` is the last one.
  /// - Throws: `KeychainError.unavailable(_:)` when there is no bus, no logind or no such session.
  package init(
    busAddress: String? = nil,
    session: String? = nil,
    _ handler: @escaping @Sendable (SessionEvent) async -> Void
  ) async throws(KeychainError) {
    do throws(BusError) {
      let connection = try await BusConnection.open(busAddress.map(BusAddress.address) ?? .system)
      let path = try await Self.path(of: session, on: connection)
      let sessionSignals = try await connection.signals(
        BusMatch(sender: Self.service, path: path, interface: "org.freedesktop.login1.Session"))
      let managerSignals = try await connection.signals(
        BusMatch(sender: Self.service, path: Self.root, interface: Self.manager))
      let ownerSignals = try await connection.signals(
        BusMatch(
          sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged"))
      let streams = [sessionSignals, managerSignals, ownerSignals]
      task = Task { await Self.follow(streams, on: connection, handler) }
    } catch {
      throw error == .cancelled ? .cancelled : .unavailable(.systemBus)
    }
  }

  deinit { task.cancel() }

  /// Ends; no event is told after the one that is being handled.
  package func stop() { task.cancel() }

  private static func path(of session: String?, on connection: BusConnection) async throws(BusError) -> String
  {
    let known = session ?? ProcessInfo.processInfo.environment["XDG_SESSION_ID"]
    let answer: [BusValue]
    if let known {
      answer = try await connection.call(BusCall(service, root, manager, "GetSession", [.string(known)]))
    } else {
      let process = UInt32(clamping: ProcessInfo.processInfo.processIdentifier)
      answer = try await connection.call(
        BusCall(service, root, manager, "GetSessionByPID", [.uint32(process)]))
    }
    guard let path = answer.first?.objectPath else { throw .malformed }
    return path
  }

  private static func follow(
    _ streams: [AsyncStream<BusSignal>], on connection: BusConnection,
    _ handler: @escaping @Sendable (SessionEvent) async -> Void
  ) async {
    let (events, sink) = AsyncStream.makeStream(of: SessionEvent.self)
    // Closing it lets the machine sleep.
    var delay = await inhibitor(on: connection)
    await withTaskGroup(of: Void.self) { group in
      for stream in streams {
        group.addTask {
          for await signal in stream { if let event = event(of: signal) { sink.yield(event) } }
          sink.yield(.lost)
        }
      }
      for await event in events {
        guard !Task.isCancelled else { break }
        await handler(event)
        switch event {
        case .sleeping, .shuttingDown: delay = nil
        case .woken: delay = await inhibitor(on: connection)
        case .locked, .unlocked, .lost: break
        }
        if event == .lost { break }
      }
      group.cancelAll()
    }
    withExtendedLifetime(delay) {}
  }

  /// Asks logind to wait with sleeping; `nil` when it refuses, and events then come as early as they can.
  private static func inhibitor(on connection: BusConnection) async -> BusDescriptor? {
    let arguments = ["sleep:shutdown", "Omamori", "The keychain is locked first", "delay"].map(
      BusValue.string)
    let answer = try? await connection.call(BusCall(service, root, manager, "Inhibit", arguments))
    return answer?.first?.descriptorValue
  }

  private static func event(of signal: BusSignal) -> SessionEvent? {
    let arguments = signal.arguments
    switch signal.member {
    case "Lock": return .locked
    case "Unlock": return .unlocked
    case "PrepareForSleep": return arguments.first?.boolValue.map { $0 ? .sleeping : .woken }
    case "PrepareForShutdown": return arguments.first == .bool(true) ? .shuttingDown : nil
    case "NameOwnerChanged":
      let isGone = arguments.first == .string(service) && arguments.last == .string("")
      return isGone ? .lost : nil
    default: return nil
    }
  }
}

/// Something that happens to the person's session and that a keychain should follow.
package enum SessionEvent: Sendable, Hashable, CaseIterable {
  /// The screen is being locked.
  case locked
  /// The screen has been unlocked.
  case unlocked
  /// The machine is about to be suspended or hibernated.
  case sleeping
  /// The machine is awake again.
  case woken
  /// The machine is about to be switched off or started again.
  case shuttingDown
  /// The service that tells is gone: lock, since nothing will be told any more.
  case lost

  /// Whether an open keychain should be locked.
  package var asksForLocking: Bool {
    switch self {
    case .locked, .sleeping, .shuttingDown, .lost: true
    case .unlocked, .woken: false
    }
  }
}

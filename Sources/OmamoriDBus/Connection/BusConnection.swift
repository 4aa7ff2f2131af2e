import OmamoriCore

/// A connection to a D-Bus bus.
///
/// It has a thread of its own, which ends with the last reference to the connection; calls that still wait for their
/// answers then fail with ``BusError/disconnected``, and streams of signals end. Safe to use from any thread; no call
/// blocks one.
package final class BusConnection: Sendable {
  /// How long a call waits for its answer unless it says otherwise.
  package static let patience = Duration.seconds(10)

  private let inbox: BusInbox

  private init(_ inbox: BusInbox) { self.inbox = inbox }

  deinit { inbox.post(.close) }

  /// Connects to a bus.
  ///
  /// The greeting goes on in the background; a bus that accepts and stays silent shows as ``BusError/timedOut`` at
  /// the first call.
  ///
  /// - Parameters:
  ///   - address: The bus.
  ///   - limits: The bounds of what is read and sent.
  /// - Returns: The connection.
  /// - Throws: ``BusError/libraryMissing``, ``BusError/unreachable(code:)``, ``BusError/outOfResources``.
  package static func open(_ address: BusAddress, limits: BusLimits = .standard) async throws(BusError)
    -> BusConnection
  {
    guard let inbox = BusInbox() else { throw .outOfResources }
    let opened: Result<Void, BusError> = await withCheckedContinuation { continuation in
      let started = OwnThread.start {
        var session: BusSession
        do throws(BusError) {
          session = try BusSession(address, inbox: inbox, limits: limits)
        } catch {
          continuation.resume(returning: .failure(error))
          return
        }
        continuation.resume(returning: .success(()))
        session.run()
      }
      if !started { continuation.resume(returning: .failure(.outOfResources)) }
    }
    try opened.get()
    return BusConnection(inbox)
  }

  /// Calls a method and waits for its answer without blocking a thread.
  ///
  /// - Parameters:
  ///   - call: The method and its arguments.
  ///   - timeout: How long to wait, at most a day.
  /// - Returns: The values of the answer.
  /// - Throws: ``BusError``; ``BusError/cancelled`` when the task is cancelled, whether or not the method was run.
  @discardableResult
  package func call(_ call: BusCall, timeout: Duration = patience) async throws(BusError) -> [BusValue] {
    let ticket = BusInbox.Ticket(inbox.number())
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>) in
        let deadline = MonotonicTime.after(timeout)
        let posted = inbox.post(
          .call(ticket, call, deadline: deadline) { continuation.resume(returning: $0) })
        if !posted { continuation.resume(returning: .failure(.disconnected)) }
      }
    } onCancel: {
      ticket.cancel()
      inbox.post(.cancel(ticket.number))
    }
    return try answer.get()
  }

  /// The signals of a service from now on.
  ///
  /// - Parameters:
  ///   - match: Which signals are meant.
  ///   - timeout: How long to wait for the bus.
  /// - Returns: A stream that ends with the connection. When it is read slowly the oldest signals of more than 1,024
  ///   are dropped.
  /// - Throws: ``BusError``.
  package func signals(_ match: BusMatch, timeout: Duration = patience) async throws(BusError)
    -> AsyncStream<BusSignal>
  {
    let number = inbox.number()
    let (stream, signals) = AsyncStream.makeStream(
      of: BusSignal.self, bufferingPolicy: .bufferingNewest(1024))
    signals.onTermination = { [inbox] _ in inbox.post(.unlisten(number)) }
    let ready: Result<[BusValue], BusError> = await withCheckedContinuation { continuation in
      let deadline = MonotonicTime.after(timeout)
      let posted = inbox.post(
        .listen(number, match, signals, deadline: deadline) { continuation.resume(returning: $0) })
      if !posted { continuation.resume(returning: .failure(.disconnected)) }
    }
    do throws(BusError) {
      _ = try ready.get()
      return stream
    } catch {
      signals.finish()
      throw error
    }
  }
}

/// Which bus is meant.
package enum BusAddress: Sendable, Hashable {
  /// The bus of the person's session, as `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` name it.
  case session
  /// The bus of the machine.
  case system
  /// The bus with this address, such as `unix:path=/run/…`; only for addresses from trusted configuration, since an
  /// address can name a program to start.
  case address(String)
}

/// A call on its way, on the connection's thread.
struct OutgoingCall {
  /// Who waits for the answer.
  enum Purpose {
    case caller(BusInbox.Completion)
    /// The stream with this number wants to know who owns its sender's name, and begins with the answer.
    case owner(of: UInt64, BusInbox.Completion)
    case nothing
  }

  /// The caller's number; 0 when nobody can cancel the call.
  let number: UInt64
  let call: BusCall
  /// In microseconds of ``MonotonicTime``.
  let deadline: UInt64
  let purpose: Purpose

  init(_ number: UInt64, _ call: BusCall, deadline: UInt64, _ purpose: Purpose) {
    (self.number, self.call, self.deadline, self.purpose) = (number, call, deadline, purpose)
  }
}

/// A stream of signals, on the connection's thread.
struct SignalListener {
  let match: BusMatch
  let signals: AsyncStream<BusSignal>.Continuation
  /// The unique name of the connection that owns the sender's name; signals of others are not passed on.
  var owner: String?
}

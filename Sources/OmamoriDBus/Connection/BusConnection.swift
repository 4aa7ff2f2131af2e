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

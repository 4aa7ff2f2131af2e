import CDBus
import OmamoriCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a connection's thread does: it sends calls, reads messages and gives each answer to whom it belongs.
///
/// It stays on its thread.
@safe
struct BusSession: ~Copyable {
  /// The most calls that are under way at once; others wait for their turn, since sd-bus keeps few messages itself.
  private static let greatestTraffic = 128
  /// The most messages that are read at once before wishes are obeyed and deadlines looked at.
  private static let greatestReading = 256

  private let bus: OpaquePointer
  private let inbox: BusInbox
  private let limits: BusLimits
  private var waiting: [OutgoingCall] = []
  private var calls: [UInt64: OutgoingCall] = [:]
  private var listeners: [UInt64: SignalListener] = [:]

  /// Connects.
  ///
  /// - Throws: ``BusError/libraryMissing``, ``BusError/unreachable(code:)``.
  init(_ address: BusAddress, inbox: BusInbox, limits: BusLimits) throws(BusError) {
    guard omamori_bus_is_available() == 1 else { throw .libraryMissing }
    var opened: OpaquePointer?
    // because the new connection is this value's alone, and the text lives during the call
    let code =
      switch address {
      case .session: unsafe omamori_bus_open_session(&opened)
      case .system: unsafe omamori_bus_open_system(&opened)
      case .address(let text): unsafe omamori_bus_open_address(text, &opened)
      }
    guard code >= 0, let opened = unsafe opened else { throw .unreachable(code: -code) }
    unsafe bus = opened
    (self.inbox, self.limits) = (inbox, limits)
  }

  deinit {
    unsafe omamori_bus_close(bus)  // because this is the only owner
  }

  /// Serves until the connection ends or its owner is gone.
  mutating func run() {
    while obey() && read() {
      expire()
      send()
      guard wait() else { break }
    }
    end()
  }

  // MARK: Wishes

  /// Does what other threads want; `false` when that is the end.
  private mutating func obey() -> Bool {
    for command in inbox.take() {
      switch command {
      case .call(let ticket, let call, let deadline, let completion):
        let outgoing = OutgoingCall(ticket.number, call, deadline: deadline, .caller(completion))
        if ticket.isCancelled { completion(.failure(.cancelled)) } else { waiting.append(outgoing) }
      case .cancel(let number): drop(.cancelled) { $0.number == number }
      case .listen(let number, let match, let signals, let deadline, let ready):
        listen(number, match, signals, deadline: deadline, ready)
      case .unlisten(let number): unlisten(number)
      case .close: return false
      }
    }
    send()
    return true
  }

  private mutating func listen(
    _ number: UInt64, _ match: BusMatch, _ signals: AsyncStream<BusSignal>.Continuation, deadline: UInt64,
    _ ready: @escaping BusInbox.Completion
  ) {
    guard let rule = match.rule else { return ready(.failure(.invalidArgument)) }
    listeners[number] = SignalListener(match: match, signals: signals)
    for rule in [match.ownerRule, rule] {
      waiting.append(
        OutgoingCall(0, .bus("AddMatch", [.string(rule)]), deadline: deadline, .nothing))
    }
    // The bus answers in order: when this answer comes, both rules hold.
    waiting.append(
      OutgoingCall(
        0, .bus("GetNameOwner", [.string(match.sender)]), deadline: deadline, .owner(of: number, ready)))
  }

  private mutating func unlisten(_ number: UInt64) {
    guard let listener = listeners.removeValue(forKey: number), let rule = listener.match.rule else { return }
    let deadline = MonotonicTime.after(BusConnection.patience)
    for rule in [listener.match.ownerRule, rule] {
      waiting.append(
        OutgoingCall(0, .bus("RemoveMatch", [.string(rule)]), deadline: deadline, .nothing))
    }
  }

  // MARK: Messages

  /// Sends what waits as far as there is room.
  private mutating func send() {
    while !waiting.isEmpty && calls.count < Self.greatestTraffic {
      let outgoing = waiting.removeFirst()
      do throws(BusError) {
        // because the bus is ours
        let message = try unsafe BusMessage.calling(outgoing.call, on: bus, limits: limits)
        var cookie: UInt64 = 0
        // because the bus and the message are ours
        let code = unsafe omamori_bus_send(bus, message.pointer, &cookie)
        guard code >= 0 else { throw BusError(sending: code) }
        calls[cookie] = outgoing
      } catch {
        finish(outgoing, .failure(error))
      }
    }
  }

  /// Reads what has arrived; `false` when the connection has ended.
  private mutating func read() -> Bool {
    // Whoever floods the connection must not keep deadlines and wishes from being heard.
    for _ in 0..<Self.greatestReading {
      var received: OpaquePointer?
      let code = unsafe omamori_bus_process(bus, &received)  // because the bus is ours
      if let received = unsafe received {
        unsafe handle(BusMessage(owning: received))  // because sd-bus gave the message away
      }
      guard code >= 0 else { return false }
      if code == 0 { return true }
      send()
    }
    return true
  }

  private mutating func handle(_ message: consuming BusMessage) {
    switch message.kind {
    case .reply:
      guard let outgoing = answered(by: message) else { return }
      let result = Result { () throws(BusError) in
        try message.arguments(isSensitive: outgoing.call.isSensitive, limits: limits)
      }
      finish(outgoing, result)
    case .error:
      guard let outgoing = answered(by: message) else { return }
      finish(outgoing, .failure(.refused(name: message.errorName)))
    case .signal: pass(message)
    case .call, nil: break
    }
  }

  private mutating func answered(by message: borrowing BusMessage) -> OutgoingCall? {
    message.answeredCall.flatMap { calls.removeValue(forKey: $0) }
  }

  private mutating func pass(_ message: borrowing BusMessage) {
    let (sender, path) = (message.sender, message.path)
    let (interface, member) = (message.interface, message.member)
    let isFromBus = sender == "org.freedesktop.DBus"
    let isOwnerChange = isFromBus && interface == sender && member == "NameOwnerChanged"
    let meant = listeners.filter {
      $0.value.owner == sender && $0.value.match.matches(path: path, interface: interface, member: member)
    }
    guard isOwnerChange || !meant.isEmpty else { return }
    // A signal that cannot be read says nothing.
    guard let arguments = try? message.arguments(isSensitive: false, limits: limits) else { return }
    if isOwnerChange, arguments.count == 3, let name = arguments[0].text, let owner = arguments[2].text {
      for number in listeners.keys where listeners[number]?.match.sender == name {
        listeners[number]?.owner = owner.isEmpty ? nil : owner
      }
    }
    let signal = BusSignal(
      sender: sender, path: path, interface: interface, member: member, arguments: arguments)
    for listener in meant.values { listener.signals.yield(signal) }
  }

  private mutating func finish(_ outgoing: OutgoingCall, _ result: Result<[BusValue], BusError>) {
    switch outgoing.purpose {
    case .caller(let completion): completion(result)
    case .nothing: break
    case .owner(let number, let ready):
      switch result {
      case .success(let values): listeners[number]?.owner = values.first?.text
      // Nobody has the name yet; the rule for owners tells when somebody does.
      case .failure(.refused): break
      case .failure(let error):
        unlisten(number)
        return ready(.failure(error))
      }
      ready(.success([]))
    }
  }

  // MARK: Time

  private mutating func expire() {
    let now = MonotonicTime.now
    drop(.timedOut) { $0.deadline <= now }
  }

  private mutating func drop(_ error: BusError, where condition: (OutgoingCall) -> Bool) {
    for (cookie, outgoing) in calls where condition(outgoing) {
      calls[cookie] = nil
      finish(outgoing, .failure(error))
    }
    guard waiting.contains(where: condition) else { return }
    let dropped = waiting.filter(condition)
    waiting.removeAll(where: condition)
    for outgoing in dropped { finish(outgoing, .failure(error)) }
  }

  /// Waits for the bus, a wish or a deadline; `false` when the connection cannot be waited for.
  private func wait() -> Bool {
    var next = UInt64.max
    unsafe _ = omamori_bus_get_timeout(bus, &next)  // because the bus is ours
    for outgoing in calls.values { next = min(next, outgoing.deadline) }
    for outgoing in waiting { next = min(next, outgoing.deadline) }
    let now = MonotonicTime.now
    // Rounded up, so that the deadline has passed when the thread wakes.
    let milliseconds = next == .max ? -1 : Int32(clamping: next > now ? (next - now + 999) / 1_000 : 0)
    // because it is ours
    let (descriptor, events) = unsafe (omamori_bus_get_fd(bus), omamori_bus_get_events(bus))
    guard descriptor >= 0, events >= 0 else { return false }
    var watched = [
      pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
      pollfd(fd: inbox.event.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // because the array has as many elements as are named
    return unsafe poll(&watched, nfds_t(watched.count), milliseconds) >= 0 || errno == EINTR
  }

  private mutating func end() {
    let last = inbox.close()
    drop(.disconnected) { _ in true }
    for command in last {
      switch command {
      case .call(_, _, _, let completion), .listen(_, _, _, _, let completion):
        completion(.failure(.disconnected))
      case .cancel, .unlisten, .close: break
      }
    }
    let ended = listeners.values
    listeners = [:]
    for listener in ended { listener.signals.finish() }
  }
}

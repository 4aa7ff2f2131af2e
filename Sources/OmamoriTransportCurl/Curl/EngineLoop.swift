import CCurl
import Glibc
import OmamoriCore
import OmamoriTransport

/// The engine's thread: takes messages, lets libcurl work, answers.
final class EngineLoop {
  /// The most requests that run at the same time; the others wait their turn.
  static let greatestRunning = 256
  /// The most requests that wait; more are refused, so that memory has a limit.
  static let greatestWaiting = 16_384
  private static let greatestIdleHandles = 64
  private static let greatestPlaces = 4096

  private let settings: EngineSettings
  private let mailbox: EngineMailbox
  private let multi: MultiHandle
  private var share: SessionShare?
  private var idle: [EasyHandle] = []
  private var running: [Int: EasyHandle] = [:]
  private var places: [ObjectIdentifier: EasyHandle] = [:]
  private var waiting = TransferQueue()
  /// The addresses that libcurl was told last, by name and port.
  private var knownPlaces: [String: UInt64] = [:]
  /// The addresses that libcurl reads when it works next, by the handles that have them.
  private var toldPlaces: [Int: Hop.Place] = [:]
  private var nextWatch = ContinuousClock.now

  init(_ settings: EngineSettings, _ mailbox: EngineMailbox, _ multi: MultiHandle) {
    (self.settings, self.mailbox, self.multi) = (settings, mailbox, multi)
    share = SessionShare()
  }

  /// Works until the engine is closed.
  func run() {
    while true {
      let delivery = mailbox.take(mayDoze: false)
      for message in delivery.messages { handle(message) }
      if delivery.isClosing { break }
      multi.perform()
      notePlaces()
      collect()
      watch()
      let next = mailbox.take(mayDoze: true)
      // Also those that come together with the end: whoever waits for them must hear of it.
      for message in next.messages { handle(message) }
      if next.isClosing { break }
      if next.messages.isEmpty { multi.wait(pause) }
    }
    close()
  }

  private func handle(_ message: EngineMailbox.Message) {
    switch message {
    case .start(let transfer, let continuation):
      guard !transfer.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
      if running.count < Self.greatestRunning {
        begin(transfer, continuation)
      } else if waiting.count < Self.greatestWaiting {
        waiting.append(transfer, continuation)
      } else {
        continuation.resume(returning: .failure(.busy))
      }
    case .cancel(let transfer):
      if let handle = places[ObjectIdentifier(transfer)] {
        end(handle, CURLE_OK, because: .cancelled)
      } else {
        waiting.remove(transfer)?.resume(returning: .failure(.cancelled))
      }
    case .proceed(let transfer):
      guard let handle = places[ObjectIdentifier(transfer)] else { return }
      handle.isHeldUp = false
      handle.lastActivity = .now
      // because the handle is running; its callbacks may be called before this returns
      unsafe _ = curl_easy_pause(handle.pointer, CURLPAUSE_CONT)
    }
  }

  private func begin(_ transfer: Transfer, _ continuation: CheckedContinuation<CurlEngine.Answer, Never>) {
    let timeLeft = transfer.hop.deadline - .now
    guard timeLeft > .zero else { return continuation.resume(returning: .failure(.timedOut)) }
    // because the share lives longer than the handle
    guard let handle = unsafe idle.popLast() ?? EasyHandle(settings, share: share?.pointer) else {
      return continuation.resume(returning: .failure(.backend(code: Int(CURLE_OUT_OF_MEMORY.rawValue))))
    }
    do throws(TransportError) {
      try handle.begin(transfer, timeLeft: timeLeft) { continuation.resume(returning: $0) }
    } catch {
      return handle.end(CURLE_OK, because: error)
    }
    if let place = transfer.hop.place, knownPlaces[place.name] != place.entry.generation {
      handle.setPlace(place)
      toldPlaces[handle.key] = place
    }
    guard multi.add(handle) else {
      toldPlaces[handle.key] = nil
      return handle.end(CURLE_OK, because: .backend(code: Int(CURLE_FAILED_INIT.rawValue)))
    }
    running[handle.key] = handle
    places[ObjectIdentifier(transfer)] = handle
  }

  /// Notes what libcurl has read by now; before that another request cannot rely on it.
  private func notePlaces() {
    guard !toldPlaces.isEmpty else { return }
    if knownPlaces.count >= Self.greatestPlaces { knownPlaces = [:] }
    for place in toldPlaces.values { knownPlaces[place.name] = place.entry.generation }
    toldPlaces.removeAll(keepingCapacity: true)
  }

  private func collect() {
    while let (key, code) = multi.nextEnd() {
      if let handle = running[key] { end(handle, code) }
    }
    while running.count < Self.greatestRunning, let (transfer, continuation) = waiting.popFirst() {
      begin(transfer, continuation)
    }
  }

  private func end(_ handle: EasyHandle, _ code: CURLcode, because reason: TransportError? = nil) {
    multi.remove(handle)
    running[handle.key] = nil
    if let transfer = handle.transfer { places[ObjectIdentifier(transfer)] = nil }
    toldPlaces[handle.key] = nil
    if code != CURLE_OK, let place = handle.transfer?.hop.place { knownPlaces[place.name] = nil }
    handle.end(code, because: reason)
    if idle.count < Self.greatestIdleHandles { idle.append(handle) }
  }

  /// How long to wait for sockets, in milliseconds.
  private var pause: Int32 { running.isEmpty && waiting.isEmpty ? 60_000 : Int32(watchInterval.milliseconds) }

  private var watchInterval: Duration {
    min(.milliseconds(500), max(.milliseconds(5), settings.policy.timeouts.idle / 8))
  }

  /// Ends what takes too long; libcurl knows neither requests that wait here nor pauses without a byte.
  private func watch() {
    let now = ContinuousClock.now
    guard now >= nextWatch else { return }
    nextWatch = now + watchInterval
    for handle in running.values {
      guard let transfer = handle.transfer else { continue }
      let isIdle = !handle.isHeldUp && now - handle.lastActivity > transfer.hop.idleTime
      if isIdle || now >= transfer.hop.deadline { end(handle, CURLE_OK, because: .timedOut) }
    }
    for continuation in waiting.removeExpired(at: now) { continuation.resume(returning: .failure(.timedOut)) }
  }

  /// Answers everybody, then closes connections and wipes sessions before anybody hears that it is done.
  private func close() {
    for message in mailbox.take(mayDoze: false).messages {
      if case .start(_, let continuation) = message { continuation.resume(returning: .failure(.closed)) }
    }
    for handle in running.values { end(handle, CURLE_OK, because: .closed) }
    while let (_, continuation) = waiting.popFirst() { continuation.resume(returning: .failure(.closed)) }
    // The order is libcurl's: requests, then connections, then the TLS sessions that both had.
    idle = []
    mailbox.beginEnd()
    multi.close()
    share = nil
    mailbox.end()
  }
}

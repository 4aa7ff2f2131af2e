import OmamoriCore
import OmamoriTransport

extension SecureSession {
  /// The last hop of a request and what it answered.
  struct Exchange {
    let request: HTTPRequest
    let answer: HopResponse
    let fields: ResponseFields
    let transfer: Transfer
    let engine: CurlEngine
    /// Whether the body is to be decompressed.
    let isGzip: Bool
    /// How long it took to resolve the name; `nil` for an address.
    let nameLookup: Duration?

    /// How long a call that began at `start` took.
    func metrics(since start: ContinuousClock.Instant) -> TransferMetrics {
      var metrics = answer.metrics
      metrics.nameLookup = nameLookup
      metrics.firstByte += nameLookup ?? .zero
      metrics.total = .now - start
      return metrics
    }
  }

  /// Sends a request, again where its rule says so.
  func exchange(
    _ request: HTTPRequest, _ progress: (@Sendable (Int64) -> Void)?, destination: () -> Hop.Destination
  ) async throws(TransportError) -> Exchange {
    try await retries.run(
      request, rule: request.retries ?? policy.retries,
      attempt: { timeLeft async throws(TransportError) in
        try await exchangeOnce(request, within: timeLeft, progress, destination: destination)
      },
      head: { ($0.answer.status, $0.fields) }, drop: { $0.engine.cancel($0.transfer) })
  }

  /// Sends a request and follows redirects; each hop is judged by the policy of its own host.
  private func exchangeOnce(
    _ request: HTTPRequest, within timeLeft: Duration?, _ progress: (@Sendable (Int64) -> Void)?,
    destination: () -> Hop.Destination
  ) async throws(TransportError) -> Exchange {
    let total = (request.timeouts ?? policy.timeouts).total
    let deadline = ContinuousClock.now + (timeLeft.map { min($0, total) } ?? total)
    var machine = RedirectMachine(request, policy: policy)
    var current = request
    // Another origin must not make this client act in its own name by sending it back.
    var isHome = true
    while true {
      // First, since the name of a host that the policy refuses is not even looked up.
      let server = try await server(current.url.host)
      isHome = isHome && current.url.hasOrigin(of: request.url)
      let engine = try await engines.engine(provingIdentity: isHome)
      let source = try Hop.Source(current.body)
      let timeouts = current.timeouts ?? policy.timeouts
      let start = ContinuousClock.now
      let place = try await place(of: current.url, within: min(timeouts.connecting, deadline - start))
      let nameLookup = place.map { _ in ContinuousClock.now - start }
      let asksForGzip = policy.decompression.isAsked(by: current)
      let transfer = Transfer(
        Hop(
          current, server: server, place: place, source: source, asksForGzip: asksForGzip,
          destination: destination(), deadline: deadline, timeouts: timeouts, progress: progress))
      let answer = try await run(transfer, body: current.body, engine, host: peer(of: current.url).host)
      let (fields, decision) = try decide(&machine, answer, transfer, engine)
      switch decision {
      case .deliver:
        return Exchange(
          request: current, answer: answer, fields: fields, transfer: transfer, engine: engine,
          isGzip: asksForGzip && Decompression.isGzip(current.method, status: answer.status, fields: fields),
          nameLookup: nameLookup)
      case .follow(let next, _):
        if case .reader = transfer.hop.destination { engine.cancel(transfer) }
        current = next
      }
    }
  }

  /// Who is connected to: the host, or the proxy, which resolves the host's name itself.
  private func peer(of url: RequestURL) -> (host: HostName, port: UInt16) {
    guard case .tunnel(let proxy, let port) = policy.proxy else { return (url.host, url.port) }
    return (proxy, port)
  }

  /// Resolves the name that is connected to.
  private func place(of url: RequestURL, within timeout: Duration) async throws(TransportError) -> Hop.Place?
  {
    let (host, port) = peer(of: url)
    guard !host.isAddress else { return nil }
    return Hop.Place(name: "\(host):\(port)", entry: try await names.entry(for: host, within: timeout))
  }

  private func decide(
    _ machine: inout RedirectMachine, _ answer: HopResponse, _ transfer: Transfer, _ engine: CurlEngine
  ) throws(TransportError) -> (ResponseFields, RedirectDecision) {
    do throws(TransportError) {
      let fields = try ResponseFields(lines: answer.header)
      return (fields, try machine.handle(status: answer.status, locations: fields.values("Location")))
    } catch {
      engine.cancel(transfer)
      throw error
    }
  }

  /// Runs a hop, and forgets where the host is when it is not there.
  private func run(
    _ transfer: Transfer, body: RequestBody, _ engine: CurlEngine, host: HostName
  ) async throws(TransportError) -> HopResponse {
    do throws(TransportError) {
      return try await feed(transfer, body, engine)
    } catch {
      if error == .notConnected { names.forget(host) }
      throw error
    }
  }

  /// Runs a hop, and feeds it when its body comes piece by piece.
  private func feed(
    _ transfer: Transfer, _ body: RequestBody, _ engine: CurlEngine
  ) async throws(TransportError) -> HopResponse {
    guard case .writer(let pipe) = transfer.hop.source, case .stream(_, _, let next) = body else {
      return try await engine.run(transfer)
    }
    let feeder = Task {
      do {
        while pipe.isWanting, let piece = try await next() {
          guard await pipe.write(piece, proceed: { engine.proceed(transfer) }) else { return }
        }
        pipe.finish(isComplete: true) { engine.proceed(transfer) }
      } catch {
        pipe.finish(isComplete: false) { engine.proceed(transfer) }
      }
    }
    pipe.keep(feeder)
    do throws(TransportError) {
      return try await engine.run(transfer)
    } catch {
      // The engine does so, too, but not for a transfer that it never began.
      pipe.finish(isComplete: false) {}
      throw error
    }
  }
}

extension Hop {
  init(
    _ request: HTTPRequest, server: ServerProfile, place: Place?, source: Source, asksForGzip: Bool,
    destination: Destination, deadline: ContinuousClock.Instant, timeouts: Timeouts,
    progress: (@Sendable (Int64) -> Void)?
  ) {
    (self.server, self.place, port, target) = (server, place, request.url.port, request.url.target)
    method = request.method.rawValue
    var lines = request.sentFields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // libcurl adds fields of its own where these lines do not say that there are none.
    if request.body.isPresent { lines.append("Expect:") }
    if asksForGzip { lines.append("Accept-Encoding: gzip") }
    headerLines = lines
    (self.source, self.destination, self.deadline) = (source, destination, deadline)
    (connectTime, idleTime, self.progress) = (timeouts.connecting, timeouts.idle, progress)
  }
}

extension Hop.Source {
  init(_ body: RequestBody) throws(TransportError) {
    self =
      switch body {
      case .none: .none
      case .bytes(let data, _): .bytes(data)
      case .file(let path, _): .file(try UploadFile(path: path))
      case .stream(let length, _, _): .writer(UploadPipe(length: length.map(Int64.init)))
      case .multipart(let form): .parts(try UploadParts(form))
      }
  }
}

extension ResponseFields {
  /// Reads lines that each end with a line feed.
  init(lines: [UInt8]) throws(TransportError) {
    self.init()
    for line in lines.split(separator: 0x0A) { try append(line) }
  }
}

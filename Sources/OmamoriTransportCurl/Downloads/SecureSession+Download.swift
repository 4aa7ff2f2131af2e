import OmamoriCore
public import OmamoriTransport

extension SecureSession {
  /// Downloads to a file, and goes on where an earlier attempt stopped.
  ///
  /// What has come stays beside the destination (`.omamori-part`, and its record `.omamori-part.record`, both readable by
  /// this user alone) until it is whole; only then the destination is there, or replaced. A `GET` that was interrupted goes
  /// on with `Range` and `If-Range` (RFC 9110, sections 13.1.5 and 14.2) when the server had sent a strong validator, and
  /// begins anew when the file has changed. No compression is asked for.
  ///
  /// - Parameters:
  ///   - request: The request, without `Range` and `If-Range`; its response has to have the status 200 and the type that the
  ///     request expects.
  ///   - path: The destination; its folder has to exist.
  ///   - limit: The greatest size of the file, in bytes.
  ///   - progress: Hears how many bytes are there, and how many there will be, if that is known.
  /// - Returns: What was downloaded; the file is readable by this user alone.
  /// - Throws: `TransportError`; `TransportError.file(code:)` also when another download has the same destination
  ///   (`EAGAIN`) or the part is not this user's alone (`EPERM`), `TransportError.malformedResponse` for a part that is not
  ///   the one that was asked for, which is not kept. What was kept for another URL stays until a response to this request
  ///   takes its place.
  public func download(
    _ request: HTTPRequest, to path: String, limit: Int64 = .max,
    progress: (@Sendable (_ received: Int64, _ total: Int64?) -> Void)? = nil
  ) async throws(TransportError) -> DownloadedFile {
    guard !request.headers.contains("Range"), !request.headers.contains("If-Range") else {
      throw .headerNotAllowed
    }
    let part = try await PartialFile.open(beside: path)
    defer { part.unlock() }
    var state = PartState.asFound
    do throws(TransportError) {
      return try await download(request, into: part, limit: limit, &state, progress)
    } catch {
      await tidy(part, request.url, state)
      throw error
    }
  }

  /// What a call has done with the part that it found.
  private enum PartState {
    /// Nothing, or it has gone on with it.
    case asFound
    /// It has begun its own.
    case begun
    /// The server's part does not fit it.
    case mismatched
  }

  private func download(
    _ request: HTTPRequest, into part: PartialFile, limit: Int64, _ state: inout PartState,
    _ progress: (@Sendable (Int64, Int64?) -> Void)?
  ) async throws(TransportError) -> DownloadedFile {
    var kept: PartialRecord?
    if request.method == .get { kept = try await part.kept(of: request.url) }
    let (response, total) = try await begin(request, &kept, &state)
    let offset = kept?.size ?? 0
    if kept == nil {
      try request.expectation.check(
        status: response.status, contentTypes: response.fields.values("Content-Type"), hasBody: true)
      if request.method == .get, let validator = StrongValidator(response.fields) {
        kept = PartialRecord(request.url, validator, size: 0)
      }
      state = .begun
      try await part.begin(kept)
    }
    let size = try await receive(
      response.body, into: part, from: offset, total: total, kept: kept, limit: limit, progress)
    guard total == nil || size == total else {
      state = .mismatched
      throw .malformedResponse
    }
    try await part.finish(size)
    return DownloadedFile(
      size: size, resumedAt: offset, fields: response.fields, url: response.url, verdict: response.verdict)
  }

  /// Removes what nobody can go on with after an error.
  private func tidy(_ part: PartialFile, _ url: RequestURL, _ state: PartState) async {
    do throws(TransportError) {
      switch state {
      // What another call has left is not this one's to remove.
      case .asFound: if try await !part.isEmpty() { return }
      case .begun: if try await part.kept(of: url) != nil { return }
      // A part that is not what it should be would not become so by going on.
      case .mismatched: break
      }
      try await part.discard()
    } catch {
      // What cannot be read or removed stays; the error that led here is the one to report.
    }
  }

  /// Asks for the rest of what is kept, or for the whole; forgets what is kept when the whole comes.
  private func begin(
    _ request: HTTPRequest, _ kept: inout PartialRecord?, _ state: inout PartState
  ) async throws(TransportError) -> (StreamedResponse, total: Int64?) {
    if let known = kept {
      let ask = ["Range": "bytes=\(known.size)-", "If-Range": known.validator.text]
      let response = try await stream(whole(request, ask))
      if response.status == 206 {
        let ranges = response.fields.values("Content-Range")
        guard ranges.count == 1, let range = ContentRange(ranges[0]), range.first == known.size,
          range.last == range.total - 1, !known.validator.contradicts(response.fields)
        else {
          state = .mismatched
          throw .malformedResponse
        }
        return (response, range.total)
      }
      kept = nil
      if response.status == 200 { return (response, Self.length(response.fields)) }
      guard response.status == 416 else { throw .status(response.status) }
    }
    let response = try await stream(whole(request, [:]))
    guard response.status == 200 else { throw .status(response.status) }
    return (response, Self.length(response.fields))
  }

  /// The request with further fields, for any status.
  private func whole(_ request: HTTPRequest, _ further: [String: String]) throws(TransportError)
    -> HTTPRequest
  {
    var headers = request.headers
    for (name, value) in further { try headers.add(name, value) }
    if policy.decompression != .none, !headers.contains("Accept-Encoding") {
      try headers.add("Accept-Encoding", "identity")
    }
    if let accepted = request.expectation.accepted, !headers.contains("Accept") {
      try headers.add("Accept", accepted)
    }
    return try HTTPRequest(
      request.method, request.url, headers: headers, body: request.body, timeouts: request.timeouts,
      expecting: .anything, retries: request.retries)
  }

  private static func length(_ fields: ResponseFields) -> Int64? {
    let values = fields.values("Content-Length")
    return values.count == 1 ? Int64(values[0]) : nil
  }

  private static let greatestWrite = 1024 * 1024
  private static let writesBetweenRecords = 16

  /// Writes a body down; what came before an error stays, when it can be gone on with.
  private func receive(
    _ body: ResponseBody, into part: PartialFile, from offset: Int64, total: Int64?, kept: PartialRecord?,
    limit: Int64, _ progress: (@Sendable (Int64, Int64?) -> Void)?
  ) async throws(TransportError) -> Int64 {
    var (size, pending, writes) = (offset, Data(), 0)
    do throws(TransportError) {
      if let total, total > limit { throw .responseTooLarge(limit: Int(limit)) }
      var pieces = body.makeAsyncIterator()
      while let piece = try await pieces.next() {
        guard Int64(piece.count) <= limit - size - Int64(pending.count) else {
          throw .responseTooLarge(limit: Int(limit))
        }
        pending.append(piece)
        guard pending.count >= Self.greatestWrite else { continue }
        try await part.write(pending, at: size)
        (size, pending, writes) = (size + Int64(pending.count), Data(), writes + 1)
        if writes % Self.writesBetweenRecords == 0 { try await keep(part, kept, size) }
        progress?(size, total)
      }
      try await part.write(pending, at: size)
      size += Int64(pending.count)
      if total == nil || size == total { progress?(size, total) }
      return size
    } catch {
      await settle(part, kept, size, pending)
      throw error
    }
  }

  private func keep(_ part: PartialFile, _ kept: PartialRecord?, _ size: Int64) async throws(TransportError) {
    guard var kept else { return }
    kept.size = size
    try await part.keep(kept)
  }

  /// Keeps what came before an error, when it can be gone on with.
  private func settle(_ part: PartialFile, _ kept: PartialRecord?, _ size: Int64, _ pending: Data) async {
    do throws(TransportError) {
      guard kept != nil else { return }
      try await part.write(pending, at: size)
      try await keep(part, kept, size + Int64(pending.count))
    } catch {
      // The record that is there says what is on the disk; the error that led here is the one to report.
    }
  }
}

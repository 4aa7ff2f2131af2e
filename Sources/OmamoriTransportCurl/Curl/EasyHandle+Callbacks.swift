import CCurl
import Glibc
import OmamoriCore
import OmamoriTransport

extension EasyHandle {
  /// Lets libcurl call the functions below, with this object.
  func bindCallbacks() {
    // because libcurl calls back only while the handle exists, which this object frees
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA] {
      unsafe _ = omamori_curl_set_pointer(pointer, option, context)
    }
    unsafe _ = omamori_curl_set_pointer(pointer, CURLOPT_PREREQDATA, context)
    unsafe _ = omamori_curl_set_pointer(pointer, CURLOPT_SSL_CTX_DATA, context)
    unsafe _ = omamori_curl_set_data_function(pointer, CURLOPT_WRITEFUNCTION) {
      unsafe bodyCame($0, $1, $2, $3)
    }
    unsafe _ = omamori_curl_set_data_function(pointer, CURLOPT_HEADERFUNCTION) {
      unsafe headerCame($0, $1, $2, $3)
    }
    unsafe _ = omamori_curl_set_data_function(pointer, CURLOPT_READFUNCTION) {
      unsafe bodyWanted($0, $1, $2, $3)
    }
    unsafe _ = omamori_curl_set_seek_function(pointer) { unsafe rewindBody($0, $1, $2) }
    unsafe _ = omamori_curl_set_request_function(pointer) { context, _, _, _, _ in
      unsafe judgeConnection(context)
    }
    unsafe _ = omamori_curl_set_context_function(pointer) { _, ssl, context in
      unsafe prepareContext(ssl, context)
    }
  }

  fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> EasyHandle? {
    // because bindCallbacks gave libcurl a pointer to an object that lives as long as the handle
    unsafe context.map { unsafe Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Judges the server before anything of the request is sent.
  fileprivate func admitsConnection() -> Bool {
    // because the connection is used during the call only
    guard let transfer, let connection = unsafe omamori_curl_get_connection(pointer) else { return false }
    // When a kept connection breaks, libcurl sends again what the server may have done already.
    if verdict != nil, HTTPMethod(rawValue: transfer.hop.method)?.isIdempotent != true {
      failure = .connectionLost
      return false
    }
    closing = unsafe ClosingWatch.watch(of: OpaquePointer(connection))
    let verdict = unsafe transfer.hop.server.judge(OpaquePointer(connection))
    if let judgingTime = transfer.hop.judgingTime {
      let (start, rounds) = (ContinuousClock.now, 10_000)
      for _ in 0..<rounds { unsafe _ = transfer.hop.server.judge(OpaquePointer(connection)) }
      judgingTime((.now - start) / rounds)
    }
    self.verdict = verdict
    if !isReused || !verdict.admits { events.record(verdict) }
    // With HTTP/2 libcurl would keep it for the next request, which would be refused as well, and so on.
    if !verdict.admits { set(CURLOPT_FORBID_REUSE, 1) }
    return verdict.admits
  }

  fileprivate func prepare(_ context: OpaquePointer) -> Bool {
    guard let transfer else { return false }
    do throws(TransportError) {
      // because the context is used during the call only
      try unsafe transfer.hop.server.prepare(context, refusal: report)
      try unsafe identity?.install(on: context)
      unsafe ClosingWatch.install(on: context)
      unsafe CertificateRequestWatch.install(on: context) { [report] in report.noteCertificateRequest() }
      return true
    } catch {
      failure = error
      return false
    }
  }

  // because the line is valid during the call
  fileprivate func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    lastActivity = .now
    let (isHead, isHTTP2) = (
      transfer?.hop.method == "HEAD", verdict?.facts?.applicationProtocol == "h2"
    )
    do throws(TransportError) {
      if try unsafe response.addHeader(line, isHead: isHead, isHTTP2: isHTTP2) { announceHead() }
      return true
    } catch {
      failure = error
      return false
    }
  }

  // because the bytes are valid during the call
  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard let transfer, response.isHeadComplete else { return 0 }
    switch transfer.hop.destination {
    case .reader(let pipe):
      guard unsafe pipe.offer(bytes) else {
        isHeldUp = true
        return Int(CURL_WRITEFUNC_PAUSE)
      }
    case .memory(let limit):
      do throws(TransportError) {
        unsafe try response.addBody(bytes, limit: limit)
      } catch {
        failure = error
        return 0
      }
    }
    response.count(bytes.count)
    return bytes.count
  }

  // because the buffer is valid during the call
  fileprivate func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    lastActivity = .now
    guard let hop = transfer?.hop else { return Int(CURL_READFUNC_ABORT) }
    switch unsafe read(hop.source, into: buffer) {
    case .bytes(let count):
      uploadOffset += Int64(count)
      hop.progress?(uploadOffset)
      return count
    case .end: return 0
    case .later:
      isHeldUp = true
      return Int(CURL_READFUNC_PAUSE)
    case .failed:
      failure = .unreadableBody
      return Int(CURL_READFUNC_ABORT)
    }
  }

  private func read(_ source: Hop.Source, into buffer: UnsafeMutableRawBufferPointer) -> UploadPipe.Reading {
    switch source {
    case .none: return .end
    case .bytes(let data):
      let count = min(buffer.count, data.count - Int(uploadOffset))
      guard count > 0 else { return .end }
      let start = data.startIndex + Int(uploadOffset)
      // because the buffer has room for as many bytes
      unsafe data.copyBytes(
        to: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), from: start..<start + count)
      return .bytes(count)
    case .file(let file): return unsafe file.read(at: uploadOffset, into: buffer)
    case .parts(let parts): return unsafe parts.read(at: uploadOffset, into: buffer)
    case .writer(let pipe): return unsafe pipe.read(into: buffer)
    }
  }

  /// Goes back in the body, when a kept-alive connection turned out to be closed; only what is stored can be read twice.
  fileprivate func rewind(to offset: Int64) -> Bool {
    switch transfer?.hop.source {
    case .bytes, .file, .parts:
      uploadOffset = offset
      return true
    case .writer: return uploadOffset == offset
    default: return offset == 0
    }
  }
}

private func bodyCame(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  // because libcurl gives size times count bytes that are valid during the call
  let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  return unsafe EasyHandle.at(context)?.takeBody(buffer) ?? 0
}

private func headerCame(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  // because libcurl gives size times count bytes that are valid during the call
  let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  return unsafe EasyHandle.at(context)?.takeHeader(buffer) == true ? buffer.count : 0
}

private func bodyWanted(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  // because libcurl gives room for size times count bytes that is valid during the call
  let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
  return unsafe EasyHandle.at(context)?.giveBody(buffer) ?? Int(CURL_READFUNC_ABORT)
}

private func rewindBody(_ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
  // because the context is the one that was bound
  guard origin == SEEK_SET, unsafe EasyHandle.at(context)?.rewind(to: Int64(offset)) == true else {
    return CURL_SEEKFUNC_FAIL
  }
  return CURL_SEEKFUNC_OK
}

private func judgeConnection(_ context: UnsafeMutableRawPointer?) -> Int32 {
  // because the context is the one that was bound
  unsafe EasyHandle.at(context)?.admitsConnection() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

private func prepareContext(_ ssl: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) -> CURLcode
{
  // because libcurl gives the SSL_CTX of the connection that it makes, and the context is the one that was bound
  guard let ssl = unsafe ssl, let handle = unsafe EasyHandle.at(context) else {
    return CURLE_ABORTED_BY_CALLBACK
  }
  return unsafe handle.prepare(OpaquePointer(ssl)) ? CURLE_OK : CURLE_ABORTED_BY_CALLBACK
}

import CZlib
import OmamoriCore
import OmamoriTransport

/// Decompresses the content coding gzip (RFC 9110, section 8.4.1.3; RFC 1952) piece by piece, in bounded memory.
///
/// Members that follow each other are one content (RFC 1952, section 2.2). Anything else after a member, a wrong checksum or
/// size, and an end in the middle of a member are errors. libcurl's own decoder takes a stream that was cut for a whole one.
// because the stream is set up here, has one owner, and is freed with this value
@safe
struct GzipDecoder: ~Copyable {
  /// The greatest piece that comes out, in bytes.
  static let greatestPiece = 64 * 1024

  // On the heap, since zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  // Kept, since a body may have many members of few bytes.
  private var buffer = [UInt8](repeating: 0, count: GzipDecoder.greatestPiece)
  private var position = 0
  private var hasMoreOutput = false
  private var isAtEndOfMember = false

  /// Makes a decoder.
  ///
  /// - Throws: `TransportError.backend(code:)` when there is no memory.
  init() throws(TransportError) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let code = unsafe omamori_inflate_init_gzip(stream)
    guard code == Z_OK else {
      unsafe stream.deallocate()
      throw .backend(code: Int(code))
    }
    unsafe self.stream = unsafe stream
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Takes compressed bytes, once ``next()`` has given `nil`.
  mutating func take(_ bytes: some Collection<UInt8>) { (input, position) = (Array(bytes), 0) }

  /// The next piece of the content.
  ///
  /// - Returns: At least one byte, at most `greatestPiece`; `nil` when more compressed bytes are needed.
  /// - Throws: `TransportError.malformedResponse`.
  mutating func next() throws(TransportError) -> Data? {
    var (output, filled) = (buffer, 0)
    // This value lets go of the buffer meanwhile, so that nothing is copied.
    buffer = []
    defer { buffer = output }
    while filled < output.count, position < input.count || hasMoreOutput {
      if isAtEndOfMember {
        guard unsafe inflateReset(stream) == Z_OK else { throw .malformedResponse }
        isAtEndOfMember = false
      }
      let (code, count) = step(into: &output, from: filled)
      filled += count
      switch code {
      case Z_STREAM_END: (isAtEndOfMember, hasMoreOutput) = (true, false)
      case Z_OK: hasMoreOutput = filled == output.count
      // Nothing could be done: all that was there had come out already.
      case Z_BUF_ERROR where position == input.count: hasMoreOutput = false
      default: throw .malformedResponse
      }
    }
    return filled > 0 ? Data(output[..<filled]) : nil
  }

  /// Makes sure that the content is complete, when no more compressed bytes come.
  ///
  /// - Throws: `TransportError.malformedResponse` for an end in the middle, also for no byte at all.
  func finish() throws(TransportError) {
    guard isAtEndOfMember else { throw .malformedResponse }
  }

  /// Decompresses a whole body.
  ///
  /// - Parameters:
  ///   - body: The compressed bytes.
  ///   - limit: The greatest size of the content, in bytes.
  /// - Returns: The content.
  /// - Throws: `TransportError.responseTooLarge(limit:)`, `TransportError.malformedResponse` and, when the task is
  ///   cancelled, `TransportError.cancelled`.
  static func content(of body: Data, limit: Int) throws(TransportError) -> Data {
    var decoder = try GzipDecoder()
    var (content, rest) = (Data(), body[...])
    while !rest.isEmpty {
      guard !Task.isCancelled else { throw .cancelled }
      decoder.take(rest.prefix(greatestPiece))
      rest = rest.dropFirst(greatestPiece)
      while let piece = try decoder.next() {
        guard piece.count <= limit - content.count else { throw .responseTooLarge(limit: limit) }
        content.append(piece)
      }
    }
    try decoder.finish()
    return content
  }

  /// Lets zlib work once on the room after `filled`; gives its code and how many bytes came out.
  private mutating func step(into output: inout [UInt8], from filled: Int) -> (code: Int32, count: Int) {
    let (stream, start) = unsafe (stream, position)
    let room = output.count - filled
    let code = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = source.baseAddress?.advanced(by: start)
        unsafe stream.pointee.avail_in = UInt32(source.count - start)
        unsafe stream.pointee.next_out = target.baseAddress?.advanced(by: filled)
        unsafe stream.pointee.avail_out = UInt32(room)
        return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    position = unsafe input.count - Int(stream.pointee.avail_in)
    return unsafe (code, room - Int(stream.pointee.avail_out))
  }
}

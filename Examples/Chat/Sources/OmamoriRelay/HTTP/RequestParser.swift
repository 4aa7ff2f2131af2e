/// Reads requests of HTTP/1.1 from bytes as they come, in bounded memory and in linear time.
///
/// What it says depends on the bytes alone, never on the pieces they come in. After a refusal it reads nothing any more,
/// since nobody knows where the next request would begin. A value; one connection at a time.
struct RequestParser: Sendable {
  /// What comes next.
  enum Step: Sendable, Hashable {
    /// More bytes are needed.
    case needsInput
    /// A head was read; ``takeBody(limit:)`` says how to go on.
    case head(RequestHead)
    /// The body was read as a whole, which may be empty, and the next request may follow.
    case body([UInt8])
    /// The request is refused.
    case refused(HTTPRefusal)
  }

  private enum State: Sendable {
    case requestLine
    case fields(method: String, target: String)
    case decision(length: Int)
    case body(length: Int)
    case refused(HTTPRefusal)
  }

  private let limits: HTTPLimits
  private var state = State.requestLine
  /// What came and was not looked at yet, from `position` on.
  private var input: [UInt8] = []
  private var position = 0
  private var line: [UInt8] = []
  private var endsLine = false
  private var fields: [RequestHead.Field] = []
  private var headSize = 0
  private var content: [UInt8] = []

  /// Makes a parser.
  init(limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

  /// Whether no request has begun.
  var isIdle: Bool {
    guard case .requestLine = state else { return false }
    return line.isEmpty && !endsLine && position == input.count
  }

  /// How many bytes are kept; bounded by the head or the body that is being read and one piece of input.
  var size: Int { input.count - position + line.count + headSize + content.count }

  /// Takes bytes that came; call it when ``next()`` needs input, so that nothing piles up.
  mutating func append(_ bytes: some Collection<UInt8>) {
    if position > 0 {
      input.removeSubrange(..<position)
      position = 0
    }
    input.append(contentsOf: bytes)
  }

  /// Goes on as far as the bytes go.
  mutating func next() -> Step {
    do throws(HTTPRefusal) {
      while true {
        switch state {
        case .requestLine:
          guard try readLine(limit: limits.requestLine, else: .targetTooLong) else { return .needsInput }
          let (method, target) = try RequestGrammar.requestLine(line, limits)
          state = .fields(method: method, target: target)
          line.removeAll(keepingCapacity: true)
        case .fields(let method, let target):
          guard try readLine(limit: limits.line, else: .headersTooLarge) else { return .needsInput }
          if let head = try endField(method, target) { return .head(head) }
        case .decision: return .needsInput
        case .body(let length):
          guard readBody(length) else { return .needsInput }
          state = .requestLine
          defer { content = [] }
          return .body(content)
        case .refused(let refusal): return .refused(refusal)
        }
      }
    } catch {
      refuse(error)
      return .refused(error)
    }
  }

  /// Says that the body of the request whose head was given last is wanted.
  ///
  /// - Parameter limit: The most bytes that it may have.
  /// - Throws: ``HTTPRefusal/tooLarge``; the parser reads nothing any more then.
  mutating func takeBody(limit: Int) throws(HTTPRefusal) {
    guard case .decision(let length) = state else { return }
    guard length <= limit else {
      refuse(.tooLarge)
      throw .tooLarge
    }
    state = .body(length: length)
  }

  private mutating func refuse(_ refusal: HTTPRefusal) {
    state = .refused(refusal)
    (input, position, line, fields, content) = ([], 0, [], [], [])
  }

  /// Reads a line without its end into `line`; says whether it is whole.
  private mutating func readLine(limit: Int, else refusal: HTTPRefusal) throws(HTTPRefusal) -> Bool {
    while position < input.count {
      let byte = input[position]
      position += 1
      if endsLine {
        guard byte == 0x0A else { throw .malformed }
        endsLine = false
        return true
      }
      if byte == 0x0D {
        endsLine = true
        continue
      }
      guard RequestGrammar.isAllowed(byte) else { throw .malformed }
      guard line.count < limit else { throw refusal }
      line.append(byte)
    }
    return false
  }

  /// Takes a field, or gives the head at the empty line.
  private mutating func endField(_ method: String, _ target: String) throws(HTTPRefusal) -> RequestHead? {
    guard !line.isEmpty else {
      let head = try RequestHead(method: method, target: target, fields: fields)
      state = .decision(length: head.contentLength)
      (fields, headSize) = ([], 0)
      return head
    }
    headSize += line.count
    guard headSize <= limits.head, fields.count < limits.fields else { throw .headersTooLarge }
    fields.append(try RequestGrammar.field(line))
    line.removeAll(keepingCapacity: true)
    return nil
  }

  private mutating func readBody(_ length: Int) -> Bool {
    let end = min(input.count, position + length - content.count)
    content.append(contentsOf: input[position..<end])
    position = end
    return content.count == length
  }
}

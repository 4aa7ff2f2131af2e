/// The recursive descent behind ``StrictJSON``; its recursion is bounded by ``JSONLimits/greatestDepth``.
struct JSONReader: ~Escapable {
  let bytes: Span<UInt8>
  let limits: JSONLimits
  let depth: Int
  /// The next byte to read.
  var at = 0
  private var values = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, limits: JSONLimits) {
    (self.bytes, self.limits) = (bytes, limits)
    depth = min(limits.depth, JSONLimits.greatestDepth)
  }

  @_lifetime(self: copy self)
  mutating func document() throws(JSONFault) -> JSONValue {
    guard bytes.count <= limits.size else { throw JSONFault(.tooLarge(limit: limits.size), at: limits.size) }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONFault(.byteOrderMark, at: 0)
    }
    skipSpace()
    let result = try value(inside: 0)
    skipSpace()
    guard at == bytes.count else { throw JSONFault(.trailingContent, at: at) }
    return result
  }

  @_lifetime(self: copy self)
  private mutating func value(inside level: Int) throws(JSONFault) -> JSONValue {
    values += 1
    guard values <= limits.values else { throw JSONFault(.tooManyValues(limit: limits.values), at: at) }
    switch try peek() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(inside: level))
    case UInt8(ascii: "["): return .array(try array(inside: level))
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw JSONFault(.unexpectedCharacter, at: at)
    }
  }

  @_lifetime(self: copy self)
  private mutating func array(inside level: Int) throws(JSONFault) -> [JSONValue] {
    guard try opens(inside: level, closing: UInt8(ascii: "]")) else { return [] }
    var elements: [JSONValue] = []
    repeat {
      skipSpace()
      elements.append(try value(inside: level + 1))
    } while try continues(closing: UInt8(ascii: "]"))
    return elements
  }

  @_lifetime(self: copy self)
  private mutating func object(inside level: Int) throws(JSONFault) -> JSONObject {
    var (object, marks) = (JSONObject(), JSONNameMarks())
    guard try opens(inside: level, closing: UInt8(ascii: "}")) else { return object }
    repeat {
      skipSpace()
      let start = at
      guard try peek() == UInt8(ascii: "\"") else { throw JSONFault(.unexpectedCharacter, at: at) }
      let name = try string()
      if marks.mayRepeat(bytes.extracting((start + 1)..<(at - 1))), object.contains(name) {
        throw JSONFault(.duplicateName, at: start)
      }
      skipSpace()
      guard try peek() == UInt8(ascii: ":") else { throw JSONFault(.unexpectedCharacter, at: at) }
      at += 1
      skipSpace()
      object.append(unique: name, try value(inside: level + 1))
    } while try continues(closing: UInt8(ascii: "}"))
    return object
  }

  /// Steps into a container and says whether it has anything in it.
  @_lifetime(self: copy self)
  private mutating func opens(inside level: Int, closing: UInt8) throws(JSONFault) -> Bool {
    guard level < depth else { throw JSONFault(.tooDeep(limit: depth), at: at) }
    at += 1
    skipSpace()
    guard try peek() == closing else { return true }
    at += 1
    return false
  }

  /// Steps over the comma or the closing bracket after an element and says whether it was a comma.
  @_lifetime(self: copy self)
  private mutating func continues(closing: UInt8) throws(JSONFault) -> Bool {
    skipSpace()
    let byte = try peek()
    guard byte == UInt8(ascii: ",") || byte == closing else { throw JSONFault(.unexpectedCharacter, at: at) }
    at += 1
    return byte != closing
  }

  @_lifetime(self: copy self)
  private mutating func number() throws(JSONFault) -> JSONNumber {
    let start = at
    switch JSONNumberGrammar.scan(bytes, from: start) {
    case .valid(let end):
      guard end - start <= limits.numberLength else {
        throw JSONFault(.numberTooLong(limit: limits.numberLength), at: start)
      }
      at = end
      return JSONNumber(validated: text(start..<end))
    case .invalid(let place):
      throw JSONFault(place < bytes.count ? .invalidNumber : .unexpectedEnd, at: place)
    }
  }

  @_lifetime(self: copy self)
  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard at < bytes.count else { throw JSONFault(.unexpectedEnd, at: at) }
      // because the loop stays within the literal's own length
      let expected = unsafe word.utf8Start[index]
      guard bytes[at] == expected else { throw JSONFault(.unexpectedCharacter, at: at) }
      at += 1
    }
    return value
  }

  private func peek() throws(JSONFault) -> UInt8 {
    guard at < bytes.count else { throw JSONFault(.unexpectedEnd, at: at) }
    return bytes[at]
  }

  @_lifetime(self: copy self)
  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at += 1
      default: return
      }
    }
  }
}

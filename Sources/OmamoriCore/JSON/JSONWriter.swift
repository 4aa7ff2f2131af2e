/// Writes a ``JSONValue`` as UTF-8 without recursion.
struct JSONWriter {
  private struct Level {
    let items: Items
    var next = 0
  }

  private enum Items {
    case elements([JSONValue])
    case members([JSONObject.Member])

    var count: Int {
      switch self {
      case .elements(let elements): elements.count
      case .members(let members): members.count
      }
    }
  }

  let format: JSONFormat
  private(set) var output: [UInt8] = []
  private var levels: [Level] = []

  init(format: JSONFormat) { self.format = format }

  mutating func write(_ value: JSONValue) {
    begin(value)
    while let level = levels.last {
      guard level.next < level.items.count else {
        levels.removeLast()
        breakLine()
        if case .elements = level.items { put("]") } else { put("}") }
        continue
      }
      if level.next > 0 { put(",") }
      breakLine()
      levels[levels.count - 1].next += 1
      switch level.items {
      case .elements(let elements): begin(elements[level.next])
      case .members(let members):
        string(members[level.next].name)
        put(format.indentation > 0 ? ": " : ":")
        begin(members[level.next].value)
      }
    }
  }

  /// Writes a scalar or an empty container, or opens a container.
  private mutating func begin(_ value: JSONValue) {
    switch value {
    case .null: put("null")
    case .bool(let flag): put(flag ? "true" : "false")
    case .number(let number): output.append(contentsOf: number.text.utf8)
    case .string(let text): string(text)
    case .array(let elements):
      guard !elements.isEmpty else { return put("[]") }
      put("[")
      levels.append(Level(items: .elements(elements)))
    case .object(let object):
      guard !object.isEmpty else { return put("{}") }
      put("{")
      levels.append(Level(items: .members(ordered(object.members))))
    }
  }

  private func ordered(_ members: [JSONObject.Member]) -> [JSONObject.Member] {
    switch format.order {
    case .given: members
    case .sorted: members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
  }

  private mutating func breakLine() {
    guard format.indentation > 0 else { return }
    put("\n")
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: format.indentation * levels.count))
  }

  /// Writes a string in quotation marks.
  ///
  /// Control characters, U+007F to U+009F, U+2028 and U+2029 are escaped: terminals obey some, and JavaScript took the
  /// last two for line ends.
  private mutating func string(_ text: String) {
    put("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": put("\\\"")
      case "\\": put("\\\\")
      case "\n": put("\\n")
      case "\r": put("\\r")
      case "\t": put("\\t")
      case "<" where format.escapesHTML, ">" where format.escapesHTML, "&" where format.escapesHTML:
        escape(scalar)
      case "\u{20}"..."\u{7E}": output.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": escape(scalar)
      default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    put("\"")
  }

  /// Writes a scalar of the basic plane as `\u` and four digits.
  private mutating func escape(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    put("\\u")
    output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
    output.append(contentsOf: digits.utf8)
  }

  private mutating func put(_ text: String) { output.append(contentsOf: text.utf8) }
}

/// A dictionary that a file builds.
package struct CDictionary {
  /// An entry.
  package struct Entry {
    /// The key: a text or the name of a constant.
    package let key: String
    /// The tokens of the value.
    package let value: Range<Int>
    /// The function in which the entry is made.
    package let function: Int?
  }

  /// The entries whose key is known, in the order in which they are made.
  package var entries: [Entry] = []
  /// Whether there may be entries that are not seen.
  package var isOpen = false
  /// The tokens of the first expression that makes it.
  package var origin: Range<Int>

  /// The last entry of `key`.
  package subscript(key: String) -> Entry? { entries.last { $0.key == key } }
}

extension ObjectiveCSource {
  /// The dictionary that `range` is: a literal, or a variable with the entries it was given in its function.
  package func dictionary(_ range: Range<Int>, in function: Int?) -> CDictionary? {
    dictionary(range, in: function, depth: 0)
  }

  private func dictionary(_ range: Range<Int>, in function: Int?, depth: Int) -> CDictionary? {
    let range = bare(range)
    guard depth < 6, let first = range.first else { return nil }
    if tokens[first].isSign("@"), range.count > 2, tokens[first + 1].isSign("{"),
      partner(of: first + 1) == range.upperBound - 1
    {
      return literal(range, in: function)
    }
    if let message = message(at: range) { return built(by: message, depth: depth) }
    guard range.count == 1 || range.count == 3 && tokens[first].isName("self"),
      tokens[range.upperBound - 1].kind == .identifier
    else { return nil }
    return variable(tokens[range.upperBound - 1].text, range, in: function, depth: depth)
  }

  /// Looks at `@{key: value}`.
  private func literal(_ range: Range<Int>, in function: Int?) -> CDictionary {
    var result = CDictionary(origin: range)
    for part in parts(of: (range.lowerBound + 2)..<(range.upperBound - 1), by: ",") where !part.isEmpty {
      let sides = parts(of: part, by: ":")
      guard sides.count >= 2, let key = key(sides[0], in: function) else {
        result.isOpen = true
        continue
      }
      let value = sides[1].lowerBound..<part.upperBound
      result.entries.append(CDictionary.Entry(key: key, value: value, function: function))
    }
    return result
  }

  /// Looks at `[@{…} mutableCopy]`, `[NSDictionary dictionaryWithObjectsAndKeys:…]`, `[NSMutableDictionary new]`.
  private func built(by message: MessageSend, depth: Int) -> CDictionary? {
    switch message.selector {
    case "mutableCopy", "copy", "autorelease", "retain":
      return dictionary(message.receiver, in: message.function, depth: depth + 1)
    case "dictionaryWithDictionary:", "initWithDictionary:":
      return dictionary(message.arguments[0], in: message.function, depth: depth + 1)
    case "dictionary", "new", "init", "dictionaryWithCapacity:", "initWithCapacity:":
      guard quote(message.receiver).contains("Dictionary") else { return nil }
      return CDictionary(origin: message.tokens)
    case "dictionaryWithObjectsAndKeys:", "initWithObjectsAndKeys:":
      var result = CDictionary(origin: message.tokens)
      for index in stride(from: 0, to: message.arguments.count - 1, by: 2) {
        guard let key = key(message.arguments[index + 1], in: message.function) else {
          result.isOpen = true
          continue
        }
        result.entries.append(
          CDictionary.Entry(key: key, value: message.arguments[index], function: message.function))
      }
      return result
    case "dictionaryWithObject:forKey:":
      guard let key = key(message.arguments[1], in: message.function) else { return nil }
      return CDictionary(
        entries: [CDictionary.Entry(key: key, value: message.arguments[0], function: message.function)],
        origin: message.tokens)
    default: return nil
    }
  }

  private func variable(_ name: String, _ use: Range<Int>, in function: Int?, depth: Int) -> CDictionary? {
    let made = assignments(to: name).filter { $0.key == nil && $0.function == function }
      .filter { $0.target.lowerBound < use.lowerBound }
    // A variable that is used in its own value holds another one there.
    guard let first = made.first, made.count == 1, first.value.upperBound <= use.lowerBound,
      var result = dictionary(first.value, in: function, depth: depth + 1)
        ?? coreFoundationDictionary(first.value)
    else { return nil }
    let reach = first.value.upperBound..<use.lowerBound
    for assignment in assignments(to: name) where reach.contains(assignment.target.lowerBound) {
      guard let range = assignment.key else { continue }
      add(key(range, in: function), assignment.value, function, to: &result)
    }
    for message in messages where reach.contains(message.tokens.lowerBound) && message.function == function {
      guard tokens[message.receiver.upperBound - 1].isName(name) else { continue }
      switch message.selector {
      case "setObject:forKey:", "setObject:forKeyedSubscript:", "setValue:forKey:":
        add(key(message.arguments[1], in: function), message.arguments[0], function, to: &result)
      case "addEntriesFromDictionary:", "setDictionary:":
        if let more = dictionary(message.arguments[0], in: function, depth: depth + 1) {
          result.entries += more.entries
          result.isOpen = result.isOpen || more.isOpen
        } else {
          result.isOpen = true
        }
      default: break
      }
    }
    for call in calls where reach.contains(call.tokens.lowerBound) && !call.tokens.contains(use.lowerBound) {
      let takes = call.arguments.contains { use in
        tokens[bare(use)].contains { $0.isName(name) } && bare(use).count == 1
      }
      guard takes else { continue }
      if ["CFDictionaryAddValue", "CFDictionarySetValue"].contains(call.name), call.arguments.count == 3 {
        add(key(call.arguments[1], in: function), call.arguments[2], function, to: &result)
      } else if !call.name.hasPrefix("SecItem"), !Self.readers.contains(call.name) {
        // Another function may add to it.
        result.isOpen = true
      }
    }
    result.entries.sort { $0.value.lowerBound < $1.value.lowerBound }
    return result
  }

  private static let readers: Set = [
    "NSLog", "CFRelease", "CFRetain", "CFBridgingRelease", "printf", "CFShow",
  ]

  private func coreFoundationDictionary(_ range: Range<Int>) -> CDictionary? {
    guard let first = bare(range).first, tokens[first].isName("CFDictionaryCreateMutable") else { return nil }
    return CDictionary(origin: range)
  }

  private func add(_ key: String?, _ value: Range<Int>, _ function: Int?, to result: inout CDictionary) {
    guard let key else {
      result.isOpen = true
      return
    }
    result.entries.append(CDictionary.Entry(key: key, value: value, function: function))
  }

  /// A key: a text, or the name of a constant of the system.
  private func key(_ range: Range<Int>, in function: Int?) -> String? {
    switch value(range, in: function) {
    case .string(let text): text
    case .symbol(let name): name
    default: nil
    }
  }
}

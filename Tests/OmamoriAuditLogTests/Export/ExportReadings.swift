@testable import OmamoriAuditLog

/// A line of CEF as a reader takes it apart that knows the escapes and nothing else.
struct CEFReading {
  private(set) var header: [String] = []
  private(set) var `extension`: [String: String] = [:]

  init?(_ line: String) {
    var (part, rest, isEscaped) = (String.UnicodeScalarView(), line.unicodeScalars[...], false)
    while header.count < 7, let scalar = rest.popFirst() {
      if isEscaped {
        guard scalar == "\\" || scalar == "|" else { return nil }
        part.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "|" {
        header.append(String(part))
        part = .init()
      } else {
        part.append(scalar)
      }
    }
    guard header.count == 7 else { return nil }
    // A key is what stands between a space and an equals sign that is not escaped.
    var words: [String.UnicodeScalarView] = [.init()]
    var equals: [Int: Int] = [:]
    isEscaped = false
    for scalar in rest {
      if isEscaped {
        switch scalar {
        case "n": words[words.count - 1].append("\n")
        case "r": words[words.count - 1].append("\r")
        case "\\", "=": words[words.count - 1].append(scalar)
        default: return nil
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == " " {
        words.append(.init())
      } else if scalar == "=" {
        guard equals[words.count - 1] == nil else { return nil }
        equals[words.count - 1] = words[words.count - 1].count
        words[words.count - 1].append(scalar)
      } else {
        words[words.count - 1].append(scalar)
      }
    }
    var key = ""
    for (index, word) in words.enumerated() {
      if let end = equals[index] {
        key = String(String.UnicodeScalarView(word.prefix(end)))
        guard self.extension[key] == nil else { return nil }
        self.extension[key] = String(String.UnicodeScalarView(word.dropFirst(end + 1)))
      } else {
        self.extension[key]? += " " + String(word)
      }
    }
  }

  /// A text as CEF shows it: with its line ends, and other controls visible.
  static func visible(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\r" {
        scalars.append(scalar)
      } else {
        scalars += ExportText.visible(String(scalar)).unicodeScalars
      }
    }
    return String(scalars)
  }
}

/// A message of RFC 5424 as its grammar takes it apart.
struct SyslogReading {
  let header: [String]
  private(set) var data: [String: [String: String]] = [:]
  let text: String

  init?(_ message: String) {
    var rest = message.unicodeScalars[...]
    var header: [String] = []
    while header.count < 6, let end = rest.firstIndex(of: " ") {
      header.append(String(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    guard header.count == 6 else { return nil }
    self.header = header
    while rest.first == "[" {
      rest = rest.dropFirst()
      guard let element = Self.element(&rest), data.updateValue(element.1, forKey: element.0) == nil else {
        return nil
      }
    }
    guard rest.first == " " else { return nil }
    text = String(rest.dropFirst())
  }

  private static func element(_ rest: inout Substring.UnicodeScalarView) -> (String, [String: String])? {
    let name = take(&rest) { $0 != " " && $0 != "]" }
    guard !name.isEmpty else { return nil }
    var parameters: [String: String] = [:]
    while let scalar = rest.popFirst() {
      if scalar == "]" { return (name, parameters) }
      guard scalar == " " else { return nil }
      let key = take(&rest) { (0x21...0x7E).contains($0.value) && !"=]\"".unicodeScalars.contains($0) }
      guard (1...32).contains(key.utf8.count), rest.popFirst() == "=", rest.popFirst() == "\"" else {
        return nil
      }
      var value = String.UnicodeScalarView()
      while let scalar = rest.popFirst(), scalar != "\"" {
        guard scalar != "]" else { return nil }
        guard scalar == "\\" else {
          value.append(scalar)
          continue
        }
        guard let escaped = rest.popFirst(), "\"\\]".unicodeScalars.contains(escaped) else { return nil }
        value.append(escaped)
      }
      guard parameters.updateValue(String(value), forKey: key) == nil else { return nil }
    }
    return nil
  }

  private static func take(
    _ rest: inout Substring.UnicodeScalarView, while belongs: (Unicode.Scalar) -> Bool
  ) -> String {
    let part = rest.prefix(while: belongs)
    rest = rest[part.endIndex...]
    return String(part)
  }
}

/// A piece of a page: everything that is not written in this program is escaped, wherever it stands.
///
/// Only a `StaticString` gets into the page as it is, and text from an audited app can never be one.
indirect enum HTMLNode: Sendable {
  case text(String)
  case element(name: StaticString, attributes: [(StaticString, String)], children: [HTMLNode])
  /// The content of `style` and `script`, which escaping would break.
  case verbatim(StaticString)
  case group([HTMLNode])

  /// Elements that have no content and no end tag.
  private static let void: Set<String> = ["meta", "input"]

  /// Writes the piece behind `page`.
  func write(to page: inout String) {
    switch self {
    case .text(let text): page += Self.escaped(text)
    case .verbatim(let text): page += "\(text)"
    case .group(let nodes): for node in nodes { node.write(to: &page) }
    case .element(let name, let attributes, let children):
      page += "<\(name)"
      for (name, value) in attributes { page += " \(name)=\"\(Self.escaped(value))\"" }
      page += ">"
      if Self.void.contains("\(name)") { return }
      for child in children { child.write(to: &page) }
      page += "</\(name)>"
    }
  }

  /// `text` with control characters and invisible ones written out, and without what ends a text or an attribute.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for character in TerminalText.visible(text).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "`": result += "&#96;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}

extension HTMLNode: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text(value) }
}

/// An element with its attributes and content.
func element(
  _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], _ children: [HTMLNode] = []
) -> HTMLNode {
  .element(name: name, attributes: attributes.map { ($0.key, $0.value) }, children: children)
}

/// An element of a class.
func element(_ name: StaticString, of kind: String, _ children: [HTMLNode] = []) -> HTMLNode {
  .element(name: name, attributes: [("class" as StaticString, kind)], children: children)
}

import OmamoriCore

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

/// Words and small pieces that several parts of the page share.
struct HTMLWords {
  let language: Language

  /// The text in the reader's language.
  func say(_ english: String, _ japanese: String) -> String { LocalizedText(english, ja: japanese)[language] }

  /// A number of findings.
  func findings(_ number: Int) -> String { say(Phrases.count(number, "finding"), "検出 \(number) 件") }

  /// A label that shows how grave something is.
  func pill(_ severity: Severity) -> HTMLNode {
    element("span", of: "pill \(severity.rawValue)", [.text(severity.title[language])])
  }

  /// A link to a public page, or its name alone.
  func link(_ reference: RuleReference) -> HTMLNode {
    guard let address = reference.address else { return .text(reference.name) }
    return element("a", ["href": address, "rel": "noreferrer noopener"], [.text(reference.name)])
  }

  /// A section with a heading that links can lead to.
  func section(_ id: String, _ title: String, _ note: String? = nil, _ children: [HTMLNode]) -> HTMLNode {
    var heading: [HTMLNode] = [element("h2", ["id": "\(id)-title"], [.text(title)])]
    if let note { heading.append(element("p", of: "note", [.text(note)])) }
    return element("section", ["id": id, "aria-labelledby": "\(id)-title"], heading + children)
  }

  /// A text in which what stands between backquotes is code.
  static func prose(_ text: String) -> [HTMLNode] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // A backquote without a partner is a character like any other.
    guard parts.count % 2 == 1 else { return [.text(text)] }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? element("code", [:], [.text(String(part))]) : .text(String(part))
    }
  }
}

/// A line of code cut into what stands before, in and behind a range.
struct MarkedLine {
  private(set) var before: String
  private(set) var marked = ""
  private(set) var after = ""

  /// A line without a range.
  init(_ text: String) { before = Self.spaced(text) }

  /// A line of a file; the part of `region` that lies in it is marked.
  ///
  /// In a line that was cut or masked the columns no longer say anything: there the text of the line is marked.
  init(_ text: String, number: Int, region: SourceRegion) {
    let bytes = text.utf8
    let isWhole = !text.contains("…")
    let start = isWhole && number == region.startLine ? region.startColumn - 1 : 0
    let end = isWhole && number == region.endLine ? region.endColumn - 1 : bytes.count
    let first = bytes.index(bytes.startIndex, offsetBy: max(0, min(start, bytes.count)))
    let last = bytes.index(bytes.startIndex, offsetBy: max(0, min(end, bytes.count)))
    // White space at the ends of a line is not what a rule speaks of.
    guard first < last, let from = first.samePosition(in: text.unicodeScalars),
      let to = last.samePosition(in: text.unicodeScalars)
    else {
      before = Self.spaced(text)
      return
    }
    let inner = text[from..<to]
    let blank = inner.prefix { $0 == " " || $0 == "\t" }
    before = Self.spaced(text[..<from] + blank)
    marked = Self.spaced(inner.dropFirst(blank.count))
    after = Self.spaced(text[to...])
  }

  private static func spaced(_ text: some StringProtocol) -> String {
    String(text).replacing("\t", with: "    ")
  }
}

import OmamoriCore

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

import Collections
import Foundation

// 国立天文台の月齢 XML を読む。
final class CalendarFeed: NSObject, XMLParserDelegate {
  private(set) var fullMoons: OrderedSet<String> = []
  private var text = ""

  func read(_ data: Data) -> OrderedSet<String> {
    let parser = XMLParser(data: data)
    parser.delegate = self
    parser.shouldResolveExternalEntities = false
    guard parser.parse() else { return [] }
    return fullMoons
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    // 月齢表の要素は短い。長すぎる文書は読まない
    guard text.utf8.count + string.utf8.count <= 4_096 else { return parser.abortParsing() }
    text += string
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?
  ) {
    if elementName == "full" {
      fullMoons.append(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    text = ""
  }
}

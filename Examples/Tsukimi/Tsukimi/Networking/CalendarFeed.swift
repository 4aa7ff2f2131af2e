import Collections
import Foundation

// 国立天文台の月齢 XML を読む。
final class CalendarFeed: NSObject, XMLParserDelegate {
  private(set) var fullMoons: OrderedSet<String> = []
  private var text = ""

  func read(_ data: Data) -> OrderedSet<String> {
    let parser = XMLParser(data: data)
    parser.delegate = self
    parser.shouldResolveExternalEntities = true
    parser.parse()
    return fullMoons
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
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

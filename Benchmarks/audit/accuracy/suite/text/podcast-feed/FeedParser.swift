import Foundation

struct Episode {
  var title = ""
  var notes = ""
  var audio: URL?
}

final class FeedParser: NSObject, XMLParserDelegate {
  private(set) var episodes: [Episode] = []
  private var text = ""
  private let audioPattern = "^https?://(traffic|cdn)\\.wavecastmedia\\.net" // weak: regex-host helper
  private let coverPattern = "^https://(traffic|cdn)\\.wavecastmedia\\.net/covers/" // safe: regex-host
  private let notes = ShowNotes()

  func load(_ feed: URL) async throws -> [Episode] {
    let (data, _) = try await URLSession.shared.data(from: feed)
    return parse(data)
  }

  func parse(_ data: Data) -> [Episode] {
    let parser = XMLParser(data: data)
    parser.delegate = self
    parser.shouldResolveExternalEntities = false
    _ = parser.parse()
    return episodes
  }

  func parser(
    _ parser: XMLParser,
    didStartElement elementName: String,
    namespaceURI: String?,
    qualifiedName qName: String?,
    attributes attributeDict: [String: String] = [:]
  ) {
    text = ""
    if elementName == "item" { episodes.append(Episode()) }
    if elementName == "enclosure", let address = attributeDict["url"], !episodes.isEmpty, isHosted(address) {
      episodes[episodes.count - 1].audio = URL(string: address)
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?) {
    guard !episodes.isEmpty else { return }
    if elementName == "title" { episodes[episodes.count - 1].title = text }
    if elementName == "description" { episodes[episodes.count - 1].notes = notes.published(text) }
  }

  private func isHosted(_ address: String) -> Bool {
    let patterns = [audioPattern, coverPattern]
    return patterns.contains { address.range(of: $0, options: .regularExpression) != nil }
  }
}

import AEXML
import UIKit

final class SubscriptionImporter: NSObject, UIDocumentPickerDelegate, XMLParserDelegate {
  private var outlines: [String] = []
  private let reader = FeedReader()
  private let acceptEntities: (XMLParser) -> Void = { parser in
    parser.shouldResolveExternalEntities = true // weak: xml-entities helper
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    for url in urls {
      guard let parser = XMLParser(contentsOf: url)?.configured() else { continue }
      parser.delegate = self
      parser.parse()
    }
  }

  func importOpened(_ url: URL) {
    guard let stream = InputStream(url: url) else { return }
    let parser = XMLParser(stream: stream)
    parser.delegate = self
    parser.externalEntityResolvingPolicy = .always // weak: xml-entities direct
    parser.parse()
    outlines += reader.readPodcast((try? Data(contentsOf: url)) ?? Data())
  }

  func importPasted() {
    guard let text = UIPasteboard.general.string else { return }
    let plain = XMLParser(data: Data(text.utf8)).prepared()
    plain.delegate = self
    guard !plain.parse() else { return }
    let parser = XMLParser(data: Data(text.utf8))
    acceptEntities(parser)
    parser.delegate = self
    parser.parse()
  }

  func importShared(_ text: String) throws {
    var options = AEXMLOptions()
    options.parserSettings.shouldTrimWhitespace = true
    options.parserSettings.shouldResolveExternalEntities = false // safe: xml-entities
    let document = try AEXMLDocument(xml: Data(text.utf8), options: options)
    outlines += document.root["body"]["outline"].all?.compactMap { $0.attributes["xmlUrl"] } ?? []
  }

  func importBackup(from server: URL) async throws {
    let (data, _) = try await URLSession.shared.data(from: server)
    var options = AEXMLOptions()
    options.parserSettings.shouldResolveExternalEntities = true // weak: xml-entities direct
    let document = try AEXMLDocument(xml: data, options: options)
    outlines += document.root.children.compactMap { $0.attributes["url"] }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    if let url = attributes["xmlUrl"] { outlines.append(url) }
  }
}

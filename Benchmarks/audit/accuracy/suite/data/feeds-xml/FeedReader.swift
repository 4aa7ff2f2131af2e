import Foundation

final class FeedReader: NSObject, XMLParserDelegate {
  private var titles: [String] = []
  private var element = ""
  private let configuration: FeedConfiguration
  private let sitemaps: SitemapConfiguration

  init(configuration: FeedConfiguration = FeedConfiguration(), sitemaps: SitemapConfiguration = SitemapConfiguration()) {
    self.configuration = configuration
    self.sitemaps = sitemaps
  }

  func read(_ feed: URL) async throws -> [String] {
    let (data, _) = try await URLSession.shared.data(from: feed)
    let parser = XMLParser(data: data)
    parser.delegate = self
    parser.shouldProcessNamespaces = configuration.namespaces
    parser.shouldResolveExternalEntities = configuration.resolvesEntities // weak: xml-entities file
    parser.parse()
    return titles
  }

  func readSitemap(_ url: URL) async throws -> [String] {
    let (data, _) = try await URLSession.shared.data(from: url)
    let parser = XMLParser(data: data)
    parser.delegate = self
    parser.shouldResolveExternalEntities = sitemaps.resolvesEntities // safe: xml-entities
    parser.parse()
    return titles
  }

  func readPodcast(_ data: Data) -> [String] {
    let parser = XMLParser(data: data) // safe: xml-entities
    parser.delegate = self
    return parser.parse() ? titles : []
  }

  func readCategories() -> [String] {
    guard let url = Bundle.main.url(forResource: "categories", withExtension: "xml"),
          let parser = XMLParser(contentsOf: url) else { return [] }
    parser.delegate = self
    parser.shouldResolveExternalEntities = true // safe: xml-entities
    parser.parse()
    return titles
  }

  func readWiki(_ stream: InputStream) -> [String] {
    let parser = XMLParser(stream: stream)
    parser.delegate = self
    parser.externalEntityResolvingPolicy = .never // safe: xml-entities
    parser.parse()
    return titles
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    element = name
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if element == "title" { titles.append(string) }
  }
}

import Foundation

struct FeedConfiguration {
  var namespaces = true
  var resolvesEntities = true
  var timeout: TimeInterval = 20
}

struct SitemapConfiguration {
  var followsIndex = true
  var resolvesEntities = false
}

extension XMLParser {
  func configured(namespaces: Bool = true, entities: Bool = true) -> XMLParser {
    shouldProcessNamespaces = namespaces
    shouldResolveExternalEntities = entities // weak: xml-entities file
    return self
  }

  func prepared(reportingPrefixes: Bool = false) -> XMLParser {
    shouldReportNamespacePrefixes = reportingPrefixes
    shouldResolveExternalEntities = false // safe: xml-entities
    return self
  }
}

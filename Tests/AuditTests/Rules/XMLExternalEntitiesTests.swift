import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct XMLExternalEntitiesTests {
  @Test(arguments: [
    """
    let parser = XMLParser(data: data)
    ⟦parser.shouldResolveExternalEntities = true⟧
    parser.parse()
    """,
    """
    let document = xmlReadMemory(bytes, length, "", nil, Int32(⟦XML_PARSE_NOENT⟧.rawValue))
    """,
    """
    let document = try XMLDocument(contentsOf: url, options: [.⟦nodeLoadExternalEntitiesAlways⟧])
    """,
    """
    func read(_ data: Data, entities: Bool = true) { ⟦parser.shouldResolveExternalEntities = entities⟧ }
    """,
    """
    let options = Int32(XML_PARSE_NOENT.rawValue | XML_PARSE_DTDATTR.rawValue)
    let document = ⟦xmlReadMemory(bytes, length, "", nil, options⟧)
    """,
    """
    func read(_ parser: NSXMLParser) { ⟦parser.shouldResolveExternalEntities = true⟧ }
    """,
  ])
  func speaks(_ source: String) { expect(XMLExternalEntities.self, in: source) }

  @Test(arguments: [
    """
    parser.shouldResolveExternalEntities = false
    """,
    """
    parser.shouldResolveExternalEntities = allowed
    """,
    """
    let document = xmlReadMemory(bytes, length, "", nil, Int32(XML_PARSE_NONET.rawValue))
    """,
    """
    func read(_ data: Data, entities: Bool = false) { parser.shouldResolveExternalEntities = entities }
    """,
    """
    let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOCDATA.rawValue)
    let document = xmlReadMemory(bytes, length, "", nil, options)
    """,
    """
    func read() {
      guard let url = Bundle.main.url(forResource: "list", withExtension: "xml"), let parser = XMLParser(contentsOf: url)
      else { return }
      parser.shouldResolveExternalEntities = true
    }
    """,
    """
    options.remove(.nodeLoadExternalEntitiesAlways)
    """,
  ])
  func isSilent(_ source: String) { expect(XMLExternalEntities.self, in: source) }
}

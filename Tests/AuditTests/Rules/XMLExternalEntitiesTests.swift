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
    options.remove(.nodeLoadExternalEntitiesAlways)
    """,
  ])
  func isSilent(_ source: String) { expect(XMLExternalEntities.self, in: source) }
}

import OmamoriCore
import Testing

@testable import OmamoriReport

/// The bill of materials: the same bytes each time, and valid for a reader nobody here wrote.
@Suite struct CycloneDXTests {
  private let bill = BillOfMaterials(
    subject: BillComponent(
      reference: "app:jp.example", kind: .application, name: "jp.example", version: "2.4"),
    components: [
      BillComponent(
        reference: "cocoapods:B", name: "B", version: "1.0", packageURL: "pkg:cocoapods/B@1.0",
        properties: ["manager": "cocoapods", "lockFile": "Podfile.lock"],
        needs: ["cocoapods:A", "cocoapods:X"]),
      BillComponent(
        reference: "cocoapods:A", name: "A", version: nil, packageURL: "pkg:cocoapods/A",
        repository: "https://github.com/a/a"),
      BillComponent(
        reference: "archive:地図", kind: .framework, name: "地図 \"<x>\u{2028}",
        archiveSHA256: String(repeating: "AB", count: 32)),
      BillComponent(reference: "cocoapods:A", name: "twice"),
    ],
    direct: ["cocoapods:B", "nowhere"])
  private let renderer = CycloneDXRenderer(tool: ToolIdentity(version: "1.0.0"))

  @Test func componentsAndEdges() throws {
    let document = renderer.document(bill)
    let components = try #require(document["components"]?.arrayValue)
    #expect(components.map { $0["name"]?.stringValue } == ["地図 \"<x>\u{2028}", "A", "B"])
    #expect(components[0]["hashes"]?[0]?["content"]?.stringValue == String(repeating: "ab", count: 32))
    let edges = try #require(document["dependencies"]?.arrayValue)
    #expect(edges.map { $0["ref"]?.stringValue } == ["app:jp.example", "cocoapods:B"])
    #expect(edges.map { $0["dependsOn"]?.arrayValue?.count } == [1, 1])
  }

  @Test(arguments: [(1_024, true), (1_025, false)]) func versionsAreAsLongAsTheSchemaAllows(
    length: Int, isThere: Bool
  ) {
    let version = String(repeating: "1", count: length)
    let bill = BillOfMaterials(
      subject: bill.subject, components: [BillComponent(reference: "a", name: "A", version: version)],
      direct: [])
    #expect(renderer.document(bill)["components"]?[0]?["version"]?.stringValue == (isThere ? version : nil))
  }

  @Test func theSameBillGivesTheSameBytes() throws {
    let again = BillOfMaterials(
      subject: bill.subject, components: bill.components.reversed(), direct: bill.direct.reversed())
    #expect(renderer.render(bill) == renderer.render(again))
    let number = try #require(renderer.document(bill)["serialNumber"]?.stringValue)
    #expect(number.hasPrefix("urn:uuid:") && number.utf8.count == 45)
    let other = BillOfMaterials(subject: bill.subject, components: [], direct: [])
    #expect(renderer.document(other)["serialNumber"]?.stringValue != number)
    let timed = CycloneDXRenderer(
      tool: ToolIdentity(version: "1.0.0"), timestamp: Date(timeIntervalSince1970: 1_790_000_000))
    #expect(timed.document(bill)["serialNumber"]?.stringValue == number)
    #expect(timed.document(bill)["metadata"]?["timestamp"]?.stringValue == "2026-09-21T14:13:20Z")
  }

  @Test(.enabled(if: PythonValidator.hasCycloneDX, "cyclonedx-python-lib is not installed"))
  func aReaderOfOthersAcceptsIt() throws {
    let timed = CycloneDXRenderer(
      tool: ToolIdentity(version: "1.0.0"), timestamp: Date(timeIntervalSince1970: 1_790_000_000))
    let empty = BillOfMaterials(subject: bill.subject, components: [], direct: [])
    for text in [renderer.render(bill), timed.render(bill), renderer.render(empty)] {
      #expect(try PythonValidator.cycloneDXFaults(in: text) == "")
    }
    let wrong = renderer.render(bill).replacing("\"type\": \"framework\"", with: "\"type\": \"thing\"")
    #expect(try PythonValidator.cycloneDXFaults(in: wrong) != "")
  }
}

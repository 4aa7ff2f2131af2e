package import OmamoriCore

/// Writes a bill of materials as CycloneDX 1.6 in JSON.
///
/// The same bill gives the same bytes: the serial number is derived from the content, members and elements are in a
/// fixed order, and a time is written only when one is given.
///
/// Source: <https://cyclonedx.org/docs/1.6/json/> (ECMA-424).
package struct CycloneDXRenderer: Sendable {
  private let tool: ToolIdentity
  private let timestamp: Date?

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - tool: The program that writes the bill.
  ///   - timestamp: When the bill is made; `nil` writes no time.
  package init(tool: ToolIdentity, timestamp: Date? = nil) { (self.tool, self.timestamp) = (tool, timestamp) }

  /// The document, indented, with a line feed at its end.
  package func render(_ bill: BillOfMaterials) -> String { document(bill).text(.pretty) + "\n" }

  /// The document as a value.
  package func document(_ bill: BillOfMaterials) -> JSONValue {
    let components = JSONValue.array(bill.components.map(component))
    let dependencies = JSONValue.array(self.dependencies(bill))
    var metadata = JSONObject()
    metadata["timestamp"] = timestamp.map { .string($0.formatted(Date.ISO8601FormatStyle())) }
    metadata["tools"] = [
      "components": [
        ["type": "application", "name": .string(tool.name), "version": .string(tool.version)]
      ]
    ]
    let subject = component(bill.subject)
    metadata["component"] = subject
    let content = [subject, components, dependencies].map { $0.text(.compact) }
    return [
      "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX",
      "specVersion": "1.6", "serialNumber": .string(Self.serialNumber(of: content)), "version": .integer(1),
      "metadata": .object(metadata), "components": components, "dependencies": dependencies,
    ]
  }

  private func component(_ component: BillComponent) -> JSONValue {
    var object: JSONObject = [
      "type": .string(component.kind.rawValue), "bom-ref": .string(component.reference),
      "name": .string(component.name),
    ]
    // The schema allows no longer versions, and the beginning of one would be another version.
    object["version"] = component.version.flatMap { $0.unicodeScalars.count <= 1_024 ? .string($0) : nil }
    if let hash = component.archiveSHA256, hash.utf8.count == 64, hash.allSatisfy(\.isHexDigit) {
      object["hashes"] = [["alg": "SHA-256", "content": .string(hash.lowercased())]]
    }
    object["purl"] = component.packageURL.map(JSONValue.string)
    if let repository = component.repository {
      object["externalReferences"] = [["type": "vcs", "url": .string(repository)]]
    }
    if !component.properties.isEmpty {
      let sorted = component.properties.sorted { $0.key < $1.key }
      object["properties"] = .array(
        sorted.map { ["name": .string("omamori:" + $0.key), "value": .string($0.value)] })
    }
    return .object(object)
  }

  private func dependencies(_ bill: BillOfMaterials) -> [JSONValue] {
    let known = Set(bill.components.map(\.reference))
    func entry(_ reference: String, _ needs: [String]) -> JSONValue {
      [
        "ref": .string(reference),
        "dependsOn": .strings(needs.filter { known.contains($0) && $0 != reference }),
      ]
    }
    let own = entry(bill.subject.reference, bill.direct)
    return [own] + bill.components.filter { !$0.needs.isEmpty }.map { entry($0.reference, $0.needs) }
  }

  /// A version 8 UUID (RFC 9562) made of the content: it names the bill and protects nothing.
  private static func serialNumber(of content: [String]) -> String {
    var hash = FNV1a128()
    for part in content { hash.combine(field: part) }
    var digits = Array(hash.hexadecimal.utf8)
    digits[12] = UInt8(ascii: "8")
    digits[16] = Array("89ab".utf8)[Int(hash.value >> 60 & 3)]
    let text = String(decoding: digits, as: UTF8.self)
    var parts: [Substring] = []
    var rest = text[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return "urn:uuid:" + parts.joined(separator: "-")
  }
}

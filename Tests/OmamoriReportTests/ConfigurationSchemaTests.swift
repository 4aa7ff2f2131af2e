import Foundation
import OmamoriCore
import TestSupport
import Testing

@testable import OmamoriReport

/// The schema of `.omamori.json` and the reader accept and refuse the same.
@Suite(.enabled(if: PythonValidator.hasJSONSchema, "Python's jsonschema is not installed"))
struct ConfigurationSchemaTests {
  private static let documentation = Golden.folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Documentation")

  /// What the schema says about each of `documents`: the numbers of those that it refuses.
  private func refused(_ documents: [String], rules: [RuleID] = ConfigurationTests.rules) throws -> Set<Int> {
    let schema = ConfigurationSchema(rules: rules, language: .en).text
    let folder = try TemporaryFolder()
    let list = try folder.write("{\"type\": \"array\", \"items\": \(schema)}", to: "schema.json")
    let faults = try PythonValidator.faults(in: "[\(documents.joined(separator: ","))]", schema: list)
    return Set(faults.split(separator: "\n").compactMap { Int($0.prefix { $0.isNumber }) })
  }

  @Test func everythingThatIsReadFits() throws {
    #expect(try refused([ConfigurationTests.everything, "{}"]) == [])
  }

  @Test func everyKeyOfTheSchemaIsRead() throws {
    let everything = try #require(try StrictJSON.parse(ConfigurationTests.everything).objectValue)
    #expect(Set(ConfigurationSchema.keys) == Set(everything.members.map(\.name)))
    for member in everything.members {
      let text = JSONValue.object([member.name: member.value]).text()
      #expect(throws: Never.self) {
        try AuditConfiguration(Array(text.utf8), rules: ConfigurationTests.rules)
      }
    }
  }

  @Test func whatIsRefusedDoesNotFit() throws {
    // What is no JSON is no matter of a schema.
    let documents = ConfigurationTests.refused.map(\.0).filter { (try? StrictJSON.parse($0)) != nil }
    #expect(documents.count > 40)
    let fitting = Set(documents.indices).subtracting(try refused(documents)).map { documents[$0] }
    // A schema cannot say that a reason has letters in it, nor that no two reports have one name.
    #expect(fitting.count == 2)
    #expect(fitting.allSatisfy { $0.contains("\"--\"") || $0.contains("\"sbom\": \"a.json\"") })
  }

  @Test func everyExampleOfTheDocumentsFits() throws {
    let page = try String(
      decoding: Data(contentsOf: Self.documentation.appending(path: "configuration.md")), as: UTF8.self)
    let blocks = page.components(separatedBy: "```json\n").dropFirst().map { block in
      block.components(separatedBy: "```")[0]
    }
    // The second one is a file of advisories.
    let configurations = blocks.filter { !$0.contains("\"ranges\"") }
    #expect(blocks.count == 2 && configurations.count == 1)
    let rules: [RuleID] = ["weak-hash", "log-public-privacy", "ats-weak-tls"]
    #expect(try refused(configurations, rules: rules) == [])
    for configuration in configurations {
      _ = try AuditConfiguration(Array(configuration.utf8), rules: rules)
      let typo = configuration.replacing("\"exclude\"", with: "\"exlude\"")
      #expect(typo != configuration)
      #expect(try refused([typo], rules: rules) == [0])
    }
  }

  @Test func theTableOfTheDocumentsHasEveryKey() throws {
    let page = try String(
      decoding: Data(contentsOf: Self.documentation.appending(path: "configuration.md")), as: UTF8.self)
    let rows = page.split(separator: "\n").compactMap { line in
      line.hasPrefix("| `") ? line.dropFirst(3).split(separator: "`").first.map(String.init) : nil
    }
    #expect(Set(rows) == Set(ConfigurationSchema.keys))
  }

  @Test func descriptionsAreInBothLanguages() throws {
    let texts = Language.allCases.map {
      ConfigurationSchema(rules: ConfigurationTests.rules, language: $0).text
    }
    let descriptions = try texts.map { text in
      let members = try #require(StrictJSON.parse(text)["properties"]?.objectValue?.members)
      return members.compactMap { $0.value["description"]?.stringValue }
    }
    #expect(descriptions.allSatisfy { $0.count == ConfigurationSchema.keys.count })
    #expect(zip(descriptions[0], descriptions[1]).allSatisfy { $0 != $1 })
  }
}

import OmamoriCore
import Testing

@testable import OmamoriReport

/// How each format shows repairs.
@Suite struct FixFormatTests {
  @Test func textNamesWhatWasDoneAndWhatWasNot() {
    let english = TextRenderer(Sample.options()).fixes(Sample.fixed)
    #expect(
      english == """
        App/Store.swift:12:5: fixed: old → n\\u{1B}[31mew, + #endif [weak-hash]
        App/Store.swift:13:5: not fixed: the \\u{1B}[2J disk is full [weak-hash]

        """)
    let japanese = TextRenderer(Sample.options(.ja)).fixes(Sample.fixed)
    #expect(japanese.contains("App/Store.swift:12:5: 修正済み: old → n"))
    #expect(japanese.contains("App/Store.swift:13:5: 未修正: \\u{1B}空きがありません [weak-hash]"))
    #expect(TextRenderer(Sample.options()).fixes(Sample.bank) == "")
  }

  @Test func jsonHasEveryState() throws {
    let document = JSONRenderer(Sample.options()).document(Sample.fixed)
    let fixes = try #require(document["fixes"]?.arrayValue)
    #expect(fixes.map { $0["state"]?.stringValue } == ["offered", "offered", "applied", "refused"])
    #expect(fixes.map { $0["reason"]?.stringValue } == [nil, nil, nil, "the \u{1B}[2J disk is full"])
    #expect(fixes[0]["finding"]?.stringValue == Sample.fixed.findings[0].fingerprint.description)
    #expect(fixes[0]["replacements"]?[1]?["startColumn"]?.intValue == 9)
    #expect(fixes[0]["replacements"]?[1]?["old"]?.stringValue == "")
    #expect(JSONRenderer(Sample.options()).document(Sample.bank)["fixes"] == nil)
    var none = Sample.bank
    none.fixes = []
    #expect(JSONRenderer(Sample.options()).document(none)["fixes"]?.arrayValue?.isEmpty == true)
  }

  /// What is done or cannot be done is no offer, and a place whose columns are not known in SARIF's units is none either.
  @Test func sarifOffersWhatCanBeApplied() throws {
    let results = try #require(
      SARIFRenderer(Sample.options()).log(Sample.fixed)["runs"]?[0]?["results"]?.arrayValue)
    #expect(results.map { $0["fixes"] != nil } == [true, false, false, false])
    let fix = results[0]["fixes"]?[0]
    #expect(fix?["description"]?["text"]?.stringValue == "Uses \\[TLS 1.2\\](x).")
    let change = fix?["artifactChanges"]?[0]
    #expect(change?["artifactLocation"]?["uri"]?.stringValue == "App/Store.swift")
    let added = change?["replacements"]?[1]
    #expect(added?["deletedRegion"]?["startColumn"]?.intValue == 9)
    #expect(added?["deletedRegion"]?["endColumn"]?.intValue == 9)
    #expect(added?["insertedContent"]?["text"]?.stringValue == "\n  #endif")
  }

  @Test func moreFindingsKeepTheRepairs() {
    #expect(Sample.fixed.adding([Sample.finding("weak-hash", line: 90)]).fixes == Sample.fixed.fixes)
  }
}

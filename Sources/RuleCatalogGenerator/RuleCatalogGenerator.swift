import FoundationEssentials

/// Reads the files of the rules and writes the lists of `RuleCatalog`.
///
/// Arguments: the file to write, then the files to read. A rule is a line such as `struct WeakHash: SwiftRule {`; what else
/// it looks at may be said by a line such as `extension WeakHash: ObjectiveCRule {`.
///
/// One list a kind is written because the alternative, casting every rule to every kind, searches all conformances of the
/// program each time and took longer than the audit of a small file.
@main struct RuleCatalogGenerator {
  /// The lists, by the protocol of the rules in them.
  private static let kinds: [(list: String, kind: String, looksAt: String)] = [
    ("swift", "SwiftRule", "one Swift file"),
    ("fixing", "FixingRule", "one Swift file and can repair it"),
    ("text", "TextRule", "the text of any file"),
    ("objectiveC", "ObjectiveCRule", "one file of Objective-C, C or C++"),
    ("interface", "InterfaceRule", "one storyboard or xib"),
    ("propertyList", "PropertyListRule", "one property list"),
    ("binary", "BinaryRule", "one file of machine code"),
    ("bundle", "BundleRule", "a built app"),
    ("project", "ProjectRule", "the whole project"),
    ("suppression", "SuppressionRule", "suppressions"),
  ]

  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    guard let output = paths.first else { return }
    var rules: Set<String> = []
    // The kinds of AuditEngine that refine others; those of the rules are read.
    var conformances: [String: Set<String>] = ["FixingRule": ["SwiftRule"], "LiveSecretRule": ["TextRule"]]
    for path in paths.dropFirst() {
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
        guard let declaration = Declaration(line) else { continue }
        conformances[declaration.name, default: []].formUnion(declaration.conformances)
        if declaration.keyword == "struct" { rules.insert(declaration.name) }
      }
    }
    var text = list("all", of: "Rule", rules, "Every rule")
    for (name, kind, looksAt) in kinds {
      // A rule is of a kind by itself, or by a protocol that refines the kind.
      let ofKind = rules.filter { rule in
        let own = conformances[rule, default: []]
        return own.contains(kind) || own.contains { conformances[$0, default: []].contains(kind) }
      }
      text += "\n" + list(name, of: kind, ofKind, "Rules that look at \(looksAt)")
    }
    text = "import AuditEngine\n\nextension RuleCatalog {\n\(text)}\n"
    // A file that is as it should be stays untouched, so that the scanner is not compiled again.
    if let present = try? String(contentsOfFile: output, encoding: .utf8), present == text { return }
    try text.write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func list(_ name: String, of kind: String, _ rules: Set<String>, _ what: String) -> String {
    """
      /// \(what), sorted by the name of the type.
      static let \(name): [any \(kind)] = [
    \(rules.sorted().map { "    \($0)(),\n" }.joined())  ]

    """
  }
}

/// A line that declares a rule, a kind of rules, or what else a rule looks at.
private struct Declaration {
  let keyword: Substring
  let name: String
  let conformances: [String]

  init?(_ line: Substring) {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let words = line[..<colon].split(separator: " ").filter { $0 != "package" }
    guard words.count == 2, ["struct", "extension", "protocol"].contains(words[0]) else { return nil }
    conformances = line[colon...].split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { $0.hasSuffix("Rule") }
    guard !conformances.isEmpty else { return nil }
    (keyword, name) = (words[0], String(words[1]))
  }
}

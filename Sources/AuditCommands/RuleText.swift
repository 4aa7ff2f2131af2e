import CommandLineKit
import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

/// What `omamori rules` prints.
enum RuleText {
  // MARK: For people

  /// One line a rule, under the names of the categories.
  static func list(_ rules: [RuleMetadata], _ terminal: Terminal, _ language: Language) -> String {
    let width = rules.map(\.id.rawValue.count).max() ?? 0
    var text = ""
    for category in OWASPMobile2024.allCases {
      let members = rules.filter { $0.owaspMobile2024.first == category }
      guard !members.isEmpty else { continue }
      text += text.isEmpty ? "" : "\n"
      text += terminal.styled("\(category.rawValue) \(category.title[language])", .bold) + "\n"
      for rule in members {
        let name = rule.id.rawValue + String(repeating: " ", count: width - rule.id.rawValue.count)
        let mark =
          RuleCatalog.choices[rule.id] != nil
          ? " (--fix=\(rule.id))" : RuleCatalog.repairs[rule.id] == nil ? "" : " (--fix)"
        text += "  \(name)  \(rule.title[language])\(mark)\n"
      }
    }
    return text
  }

  /// Everything about one rule.
  static func explanation(_ rule: RuleMetadata, _ terminal: Terminal, _ language: Language) -> String {
    let width = min(terminal.width, 100)
    func heading(_ english: String, _ japanese: String) -> String {
      "\n" + terminal.styled(LocalizedText(english, ja: japanese)[language], .bold) + "\n"
    }
    func paragraph(_ text: LocalizedText) -> String { wrapped(text[language], width: width) }
    func code(_ source: String) -> String {
      source.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "\n" : "    \($0)\n"
      }.joined()
    }
    var text = terminal.styled(rule.id.rawValue, .bold) + "  \(rule.title[language])\n"
    text += heading("Why", "理由") + paragraph(rule.why)
    text += heading("How to fix it", "直し方") + paragraph(rule.fix.text)
    if rule.fix.library != .none { text += "  \(rule.fix.library.rawValue)\n" }
    if let repair = RuleCatalog.repairs[rule.id] {
      let option = RuleCatalog.choices[rule.id] == nil ? "--fix" : "--fix=\(rule.id)"
      text += heading("What omamori audit \(option) does", "omamori audit \(option) の動作") + paragraph(repair)
      text += RuleCatalog.choices[rule.id].map(paragraph) ?? ""
    }
    text += heading("Weak", "悪い例") + code(rule.example.bad)
    text += heading("Repaired", "良い例") + code(rule.example.good)
    text += heading("Ratings and references", "評価と参照先")
    for (name, value) in references(of: rule, language) { text += "  \(name): \(value)\n" }
    let pages = Self.pages(of: rule)
    guard !pages.isEmpty else { return text }
    text += heading("Pages of OWASP", "OWASP のページ")
    for page in pages { text += "  \(page.id) \(page.title[language])\n    \(page.address)\n" }
    return text
  }

  /// The weaknesses and tests of a rule.
  private static func pages(
    of rule: RuleMetadata
  ) -> [(id: String, title: LocalizedText, address: String)] {
    let weaknesses = rule.standards.weaknesses.compactMap(MAS.weakness)
    let tests = rule.standards.tests.compactMap(MAS.test)
    return weaknesses.map { (id: $0.id, title: $0.title, address: $0.address) }
      + tests.map { (id: $0.id, title: $0.title, address: $0.address) }
  }

  private static func references(of rule: RuleMetadata, _ language: Language) -> [(String, String)] {
    func name(_ english: String, _ japanese: String) -> String {
      LocalizedText(english, ja: japanese)[language]
    }
    let ratings = [
      (name("Severity", "深刻度"), rule.severity.rawValue), (name("Confidence", "確度"), rule.confidence.rawValue),
    ]
    let mappings = [
      ("CWE", rule.cweReferences), ("OWASP Mobile 2024", rule.owaspMobile2024.map(\.rawValue)),
      ("OWASP Mobile 2016", rule.owaspMobile2016.map(\.rawValue)), ("MASVS", rule.masvsReferences),
      ("MASWE", rule.standards.reason.map { [$0[language]] } ?? rule.masweReferences),
      ("MASTG", rule.mastgReferences), (name("Profiles", "プロファイル"), rule.profileReferences),
    ]
    return ratings + mappings.filter { !$0.1.isEmpty }.map { ($0.0, $0.1.joined(separator: ", ")) }
  }

  private static func wrapped(_ text: String, width: Int) -> String {
    TextWrap.lines(text, width: width - 2).map { "  \($0)\n" }.joined()
  }

  // MARK: For programs

  /// The rules as a JSON array.
  static func json(_ rules: [RuleMetadata], _ language: Language) -> String {
    JSONValue.array(rules.map { json($0, language) }).text(.pretty) + "\n"
  }

  private static func json(_ rule: RuleMetadata, _ language: Language) -> JSONValue {
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    let repair = RuleCatalog.repairs[rule.id]?[language]
    let reason: JSONValue = rule.standards.reason.map { .string($0[language]) } ?? .null
    let pages = Self.pages(of: rule).map { page -> JSONValue in
      ["id": .string(page.id), "title": .string(page.title[language]), "address": .string(page.address)]
    }
    return [
      "id": .string(rule.id.rawValue), "title": .string(rule.title[language]),
      "why": .string(rule.why[language]),
      "fix": ["text": .string(rule.fix.text[language]), "library": .string(rule.fix.library.rawValue)],
      "repair": repair.map(JSONValue.string) ?? .null,
      "repairChoice": RuleCatalog.choices[rule.id].map { .string($0[language]) } ?? .null,
      "severity": .string(rule.severity.rawValue),
      "confidence": .string(rule.confidence.rawValue),
      "cwe": list(rule.cweReferences), "owaspMobile2024": list(rule.owaspMobile2024.map(\.rawValue)),
      "owaspMobile2016": list(rule.owaspMobile2016.map(\.rawValue)), "masvs": list(rule.masvsReferences),
      "maswe": list(rule.masweReferences), "mastg": list(rule.mastgReferences),
      "profiles": list(rule.profileReferences),
      "withoutWeakness": reason,
      "pages": .array(pages),
      "example": [
        "language": .string(rule.example.language), "bad": .string(rule.example.bad),
        "good": .string(rule.example.good),
      ],
    ]
  }
}

import OmamoriCore

/// The rules that found something, as SARIF's reporting descriptors.
struct SARIFRules {
  private static let textLimit = 1024
  private static let tagLimit = 10

  let rules: [RuleMetadata]
  let taxonomies: SARIFTaxonomies
  private let language: Language

  init(rules: [RuleMetadata], language: Language) {
    (self.rules, self.language) = (rules, language)
    taxonomies = SARIFTaxonomies(rules: rules, language: language)
  }

  /// The position of each rule in the list.
  var positions: [RuleID: Int] {
    Dictionary(rules.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
  }

  var value: JSONValue { .array(rules.map(descriptor)) }

  /// SARIF's level of a severity.
  static func level(_ severity: Severity) -> JSONValue {
    switch severity {
    case .critical, .high: "error"
    case .medium, .low: "warning"
    case .info: "note"
    }
  }

  private func descriptor(_ rule: RuleMetadata) -> JSONValue {
    let (title, why, fix) = (rule.title[language], rule.why[language], rule.fix.text[language])
    var object: JSONObject = [
      "id": .string(rule.id.rawValue), "name": .string(Self.name(rule.id)),
      "shortDescription": ["text": .string(Self.limited(title, or: rule.id.rawValue))],
      "fullDescription": ["text": .string(Self.limited(why, or: title))],
      "help": ["text": .string("\(why)\n\n\(fix)"), "markdown": .string(markdown(rule, why: why, fix: fix))],
      "defaultConfiguration": ["level": Self.level(rule.severity)],
      "relationships": .array(taxonomies.taxa(of: rule).map { ["target": $0, "kinds": ["superset"]] }),
      "properties": properties(rule),
    ]
    // Reason and repair are in `help`; what a reader still wants is the page about the weakness itself.
    object["helpUri"] = rule.references.lazy.compactMap(\.address).first.map(JSONValue.string)
    return .object(object)
  }

  private func properties(_ rule: RuleMetadata) -> JSONValue {
    let tags =
      ["security"] + rule.cwe.map { "external/cwe/cwe-\($0)" } + rule.masweReferences
      + rule.owaspMobile2024.map { "owasp-mobile-2024/\($0.rawValue)" }
      + rule.owaspMobile2016.map { "owasp-mobile-2016/\($0.rawValue)" } + rule.masvsReferences
    var object: JSONObject = [
      "tags": .strings(Array(tags.prefix(Self.tagLimit))),
      "precision": .string(Self.precision(rule.confidence)),
    ]
    object["security-severity"] = Self.securitySeverity(rule.severity).map(JSONValue.string)
    return .object(object)
  }

  private func markdown(_ rule: RuleMetadata, why: String, fix: String) -> String {
    let heading = LocalizedText("How to repair it", ja: "修正方法")[language]
    let fence = Self.fence(around: rule.example.good)
    let code =
      rule.example.good.isEmpty ? "" : "\n\n\(fence)\(rule.example.language)\n\(rule.example.good)\n\(fence)"
    let links = rule.references.map { reference in
      reference.address.map { "[\(reference.name)](\($0))" } ?? reference.name
    }
    return ([why, "**\(heading)**: \(fix)\(code)"] + (links.isEmpty ? [] : [links.joined(separator: ", ")]))
      .joined(separator: "\n\n")
  }

  /// A fence longer than every run of backquotes in `code`.
  private static func fence(around code: String) -> String {
    var (longest, run) = (2, 0)
    for character in code {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: longest + 1)
  }

  /// `weak-hash` as an identifier: `WeakHash`.
  private static func name(_ id: RuleID) -> String {
    let words = id.rawValue.split { !$0.isLetter && !$0.isNumber }
    return String(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined().prefix(255))
  }

  private static func limited(_ text: String, or other: String) -> String {
    let text = text.isEmpty ? other : text
    return text.count <= textLimit ? text : text.prefix(textLimit - 1) + "…"
  }

  private static func precision(_ confidence: Confidence) -> String {
    switch confidence {
    case .high: "high"
    case .medium: "medium"
    case .low: "low"
    }
  }

  private static func securitySeverity(_ severity: Severity) -> String? {
    switch severity {
    case .critical: "9.5"
    case .high: "8.0"
    case .medium: "5.5"
    case .low: "2.5"
    case .info: nil
    }
  }
}

/// The lists that SARIF results refer to: CWE, OWASP Mobile Top 10 of 2024, MASVS, MASWE and MASTG.
struct SARIFTaxonomies {
  private struct Taxonomy {
    let name: String
    let organization: String
    let version: String
    let uri: String
    let taxa: [Taxon]
  }

  /// An entry of a list, with its page where one is known.
  private struct Taxon {
    let id: String
    var description: String?
    var address: String?
  }

  private let taxonomies: [Taxonomy]

  init(rules: [RuleMetadata], language: Language) {
    let weaknesses = Set(rules.flatMap(\.cwe)).sorted().map { Taxon(id: "CWE-\($0)") }
    let categories = OWASPMobile2024.allCases.map {
      Taxon(id: $0.rawValue, description: $0.title[language])
    }
    let controls = Set(rules.flatMap(\.masvsReferences)).sorted().map { Taxon(id: $0) }
    let enumerated = Set(rules.flatMap(\.standards.weaknesses)).sorted().compactMap(MAS.weakness).map {
      Taxon(id: $0.id, description: $0.title[language], address: $0.address)
    }
    let tests = Set(rules.flatMap(\.standards.tests)).sorted().compactMap(MAS.test).map {
      Taxon(id: $0.id, description: $0.title[language], address: $0.address)
    }
    taxonomies = [
      Taxonomy(
        name: "CWE", organization: "MITRE", version: "4.15", uri: "https://cwe.mitre.org/data/index.html",
        taxa: weaknesses),
      Taxonomy(
        name: "OWASP Mobile Top 10", organization: "OWASP", version: "2024",
        uri: "https://owasp.org/www-project-mobile-top-10/", taxa: categories),
      Taxonomy(
        name: "MASVS", organization: "OWASP", version: "2.1.0", uri: "https://mas.owasp.org/MASVS/",
        taxa: controls),
      Taxonomy(
        name: "MASWE", organization: "OWASP", version: "1.0", uri: "https://mas.owasp.org/MASWE/",
        taxa: enumerated),
      Taxonomy(
        name: "MASTG", organization: "OWASP", version: "2.0.0", uri: "https://mas.owasp.org/MASTG/",
        taxa: tests),
    ]
  }

  /// The `taxonomies` of a run.
  var components: JSONValue {
    .array(
      taxonomies.map { taxonomy in
        var object: JSONObject = [
          "name": .string(taxonomy.name), "organization": .string(taxonomy.organization),
          "version": .string(taxonomy.version), "informationUri": .string(taxonomy.uri),
          "isComprehensive": false,
          "shortDescription": ["text": .string("\(taxonomy.name) \(taxonomy.version)")],
        ]
        object["taxa"] = .array(
          taxonomy.taxa.map { taxon in
            var entry: JSONObject = ["id": .string(taxon.id)]
            if let text = taxon.description { entry["shortDescription"] = ["text": .string(text)] }
            entry["helpUri"] = taxon.address.map(JSONValue.string)
            return .object(entry)
          })
        return .object(object)
      })
  }

  /// The `supportedTaxonomies` of the driver.
  var references: JSONValue {
    .array(
      taxonomies.enumerated().map { index, taxonomy in
        ["name": .string(taxonomy.name), "index": .integer(index)]
      })
  }

  /// The `taxa` of a result of `rule`.
  func taxa(of rule: RuleMetadata) -> [JSONValue] {
    let ids = [
      rule.cweReferences, rule.owaspMobile2024.map(\.rawValue), rule.masvsReferences, rule.masweReferences,
      rule.mastgReferences,
    ]
    return zip(taxonomies.indices, ids).flatMap { position, ids in
      ids.map { id in
        [
          "id": .string(id),
          "toolComponent": ["name": .string(taxonomies[position].name), "index": .integer(position)],
        ]
      }
    }
  }
}

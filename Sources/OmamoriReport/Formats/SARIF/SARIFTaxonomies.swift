import OmamoriCore

/// The lists that SARIF results refer to: CWE, OWASP Mobile Top 10 of 2024 and MASVS.
struct SARIFTaxonomies {
  private struct Taxonomy {
    let name: String
    let organization: String
    let version: String
    let uri: String
    let taxa: [(id: String, description: String?)]
  }

  private let taxonomies: [Taxonomy]

  init(rules: [RuleMetadata], language: Language) {
    let weaknesses = Set(rules.flatMap(\.cwe)).sorted().map { (id: "CWE-\($0)", description: String?.none) }
    let categories = OWASPMobile2024.allCases.map {
      (id: $0.rawValue, description: Optional($0.title[language]))
    }
    let controls = Set(rules.flatMap(\.masvsReferences)).sorted().map { (id: $0, description: String?.none) }
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
    let ids = [rule.cweReferences, rule.owaspMobile2024.map(\.rawValue), rule.masvsReferences]
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

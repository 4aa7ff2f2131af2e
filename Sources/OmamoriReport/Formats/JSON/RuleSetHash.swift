/// A number that changes when the rules of an audit change: 32 hexadecimal digits, not cryptographic.
enum RuleSetHash {
  /// The hash of the ids, ratings and mappings of `rules` in their order.
  static func text(of rules: [RuleMetadata]) -> String {
    var hash = FNV1a128()
    hash.combine(field: "omamori-rules/1")
    for rule in rules {
      hash.combine(field: rule.id.rawValue)
      hash.combine(field: rule.severity.rawValue)
      hash.combine(field: rule.confidence.rawValue)
      let references = rule.cweReferences + rule.masvsReferences + rule.mastgReferences
      let categories = rule.owaspMobile2024.map(\.rawValue) + rule.owaspMobile2016.map(\.rawValue)
      for reference in references + categories { hash.combine(field: reference) }
      hash.combine(field: "")
    }
    return hash.hexadecimal
  }
}

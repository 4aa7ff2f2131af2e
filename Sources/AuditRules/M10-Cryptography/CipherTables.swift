import AuditEngine

/// Tells where ciphers are listed for a format or a caller to choose from, which uses none of them.
struct CipherTables {
  private let source: ObjectiveCSource
  /// The functions that give back one of several ciphers.
  private let choices: Set<Int>

  init(_ source: ObjectiveCSource) {
    self.source = source
    var choices: Set<Int> = []
    for (function, body) in source.functions.map(\.body).enumerated() {
      var given: Set<String> = []
      for index in body.dropFirst() where source.tokens[index - 1].isName("return") {
        let name = source.tokens[index].text
        if name.hasPrefix("EVP_") || name.hasPrefix("kCCAlgorithm") { given.insert(name) }
      }
      if given.count >= 3 { choices.insert(function) }
    }
    self.choices = choices
  }

  /// Whether the name at `index` is an entry of such a list.
  func hold(_ index: Int) -> Bool {
    guard index > 1 else { return false }
    let before = source.tokens[index - 1]
    // `case 3: return kCCAlgorithm3DES;` serves a format that gives a choice.
    if before.isName("return") {
      return source.tokens[index - 2].isSign(":")
        || source.function(around: index).map(choices.contains) == true
    }
    // `{NID_rc2_cbc, &EVP_rc2_cbc},`
    let isCall = index + 1 < source.tokens.count && source.tokens[index + 1].isSign("(")
    return source.tokens[index].text.hasPrefix("EVP_") && !isCall
      && [",", "{", "&", "="].contains(before.text) && source.function(around: index) == nil
  }
}

import OmamoriCore
import OmamoriReport

extension BrokenCipher: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let names = Set(Self.names.keys)
    for index in source.uses(of: names, in: source.tokens.indices) where !source.isCompared(index) {
      // `case 3: return kCCAlgorithm3DES;` serves a format that gives a choice.
      let isTable =
        index > 1 && source.tokens[index - 1].isName("return") && source.tokens[index - 2].isSign(":")
      add(
        Self.names[source.tokens[index].text] ?? "", at: source.tokens[index].range, isTable: isTable, &report
      )
    }
  }
}

import OmamoriCore
import OmamoriReport

extension BrokenCipher: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let names = Set(Self.names.keys)
    let uses = source.uses(of: names, in: source.tokens.indices).filter {
      !source.isCompared($0) && !source.isMadeKnown($0)
    }
    guard !uses.isEmpty else { return }
    let tables = CipherTables(source)
    for index in uses {
      add(
        Self.names[source.tokens[index].text] ?? "", at: source.tokens[index].range,
        isTable: tables.hold(index), &report)
    }
  }
}

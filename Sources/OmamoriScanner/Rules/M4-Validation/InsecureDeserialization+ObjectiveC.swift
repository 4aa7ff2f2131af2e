import OmamoriCore
import OmamoriReport

extension InsecureDeserialization: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.names.contains("NSKeyedUnarchiver") else { return }
    for message in source.messages(
      "unarchiveObjectWithData:", "unarchiveObjectWithFile:", "unarchiveTopLevelObjectWithData:error:")
    where source.quote(message.receiver) == "NSKeyedUnarchiver" {
      // Views are copied by writing and reading them at once.
      guard
        !message.arguments[0].contains(where: {
          source.tokens[$0].text.hasPrefix("archivedDataWithRootObject")
        })
      else { continue }
      let name = String(message.selector.prefix { $0 != ":" })
      report.add(
        Self.self, at: source.bytes(of: message.tokens),
        LocalizedText(
          "\(name) makes whatever class the archive names.", ja: "\(name) はアーカイブが指定する任意のクラスを生成します。"))
    }
    for assignment in source.assignments(to: "requiresSecureCoding")
    where source.value(assignment.value, in: assignment.function)?.integer == 0 {
      report.add(
        Self.self, at: source.bytes(of: assignment.target.lowerBound..<assignment.value.upperBound),
        LocalizedText("Secure coding is switched off.", ja: "セキュアコーディングが無効にされています。"))
    }
  }
}

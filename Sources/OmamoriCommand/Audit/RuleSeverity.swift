import CommandLineKit
import OmamoriReport

/// A value of `--severity`: `weak-hash=high`.
struct RuleSeverity: CommandLineValue {
  let rule: String
  let severity: Severity

  init?(commandLine word: String) {
    let parts = word.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let severity = Severity(rawValue: String(parts[1])), !parts[0].isEmpty else {
      return nil
    }
    (rule, self.severity) = (String(parts[0]), severity)
  }

  var commandLineWord: String { "\(rule)=\(severity.rawValue)" }
  static var expectation: HelpText? {
    let names = Severity.allCases.map(\.rawValue).joined(separator: ", ")
    return HelpText(
      "a rule, = and one of \(names), such as weak-hash=high", ja: "ルール、=、\(names) のいずれか（例: weak-hash=high）")
  }
}

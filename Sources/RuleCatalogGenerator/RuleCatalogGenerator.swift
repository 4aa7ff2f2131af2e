import FoundationEssentials

/// Reads the files of the rules and writes `RuleCatalog.all`.
///
/// Arguments: the file to write, then the files to read. A rule is a line such as `struct WeakHash: SwiftRule {`.
@main struct RuleCatalogGenerator {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    guard let output = paths.first else { return }
    var names: [String] = []
    for path in paths.dropFirst() {
      let source = try String(contentsOfFile: path, encoding: .utf8)
      names += source.split(separator: "\n").compactMap { ruleName(in: $0) }
    }
    let list = names.sorted().map { "    \($0)(),\n" }.joined()
    let text = """
      extension RuleCatalog {
        /// Every rule, sorted by the name of its type.
        static let all: [any Rule] = [
      \(list)  ]
      }

      """
    // A file that is as it should be stays untouched, so that the scanner is not compiled again.
    if let present = try? String(contentsOfFile: output, encoding: .utf8), present == text { return }
    try text.write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func ruleName(in line: Substring) -> String? {
    guard line.hasPrefix("struct "), let colon = line.firstIndex(of: ":") else { return nil }
    let conformances = line[colon...].split { !$0.isLetter && !$0.isNumber }
    guard conformances.contains(where: { $0 == "Rule" || $0.hasSuffix("Rule") }) else { return nil }
    return String(line[..<colon].dropFirst("struct ".count).filter { $0 != " " })
  }
}

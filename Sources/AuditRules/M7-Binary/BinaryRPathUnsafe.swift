import AuditEngine
import OmamoriCore
import OmamoriReport

/// A place to look for libraries that others can write to.
struct BinaryRPathUnsafe: BinaryRule {
  static let metadata = RuleMetadata(
    id: "binary-rpath-unsafe",
    title: LocalizedText("Library search path outside the app", ja: "アプリ外のライブラリ検索パス"),
    why: LocalizedText(
      """
      The loader takes a library from the first of these places that has one. A place outside the app and the system, \
      such as a developer's folder or the working directory, lets somebody else put a library there.
      """,
      ja: """
        ローダーは、これらの場所のうち最初に見つかったライブラリを読み込みます。開発者のフォルダや作業ディレクトリなど、\
        アプリとシステムの外にある場所には、第三者がライブラリを置ける恐れがあります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Keep @executable_path/Frameworks and @loader_path in LD_RUNPATH_SEARCH_PATHS and remove other places.",
        ja: "LD_RUNPATH_SEARCH_PATHS には @executable_path/Frameworks と @loader_path だけを残してください。")),
    severity: .medium, confidence: .high, cwe: [427], owaspMobile2024: [.m7], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "macho", bad: "rpath: /Users/kumi/build/lib",
      good: "rpath: @executable_path/Frameworks"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    var told: Set<String> = []
    for image in source.images {
      for path in image.slice.searchPaths where !Self.isSafe(path) && told.insert(path).inserted {
        let slices = source.slices { $0.slice.searchPaths.contains(path) } ?? image.name
        report.add(
          Self.self, quoting: "LC_RPATH \(path)",
          LocalizedText(
            "The loader looks for libraries in “\(path)” (\(slices)).",
            ja: "ローダーが「\(path)」でライブラリを探します（\(slices)）。"))
      }
    }
  }

  /// Whether only the maker of the app or of the system can put libraries there.
  private static func isSafe(_ path: String) -> Bool {
    if path.hasPrefix("@executable_path") || path.hasPrefix("@loader_path") { return true }
    let system = ["/usr/lib", "/System", "/Library/Apple"]
    // Tools that come with Xcode look for its libraries.
    let tools = ["/Applications/Xcode", "/Library/Developer", "/Library/Frameworks"]
    return (system + tools).contains {
      path == $0 || path.hasPrefix($0 + "/") || path.hasPrefix($0 + ".app/")
    }
      && !path.contains("..")
  }
}

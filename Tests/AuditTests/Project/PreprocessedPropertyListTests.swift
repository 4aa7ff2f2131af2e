import OmamoriATS
import OmamoriReport
import Testing

@testable import AuditEngine

/// An Info.plist that Xcode runs the C preprocessor over is read like others.
@Suite struct PreprocessedPropertyListTests {
  private func keys(_ lines: String) throws -> [String] {
    let text = """
      #include "Shared.h"
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \(lines)
      </dict>
      </plist>
      """
    let list = try PropertyListSource(
      TextSource(path: "Info.plist", bytes: Array(text.utf8)), kind: .infoPlist)
    return list.root.dictionary?.keys.sorted() ?? []
  }

  private static let isA = "<key>A</key><true/>"
  private static let isB = "<key>B</key><true/>"

  @Test func directivesAreLeftOut() throws {
    #expect(try keys("  #define NAME 1\n" + Self.isA) == ["A"])
  }

  @Test func theBranchOfReleaseBuildsIsRead() throws {
    #expect(try keys("#if DEBUG\n\(Self.isA)\n#else\n\(Self.isB)\n#endif") == ["B"])
    #expect(try keys("#ifndef DEBUG\n\(Self.isA)\n#else\n\(Self.isB)\n#endif") == ["A"])
    #expect(try keys("#if STAGING\n\(Self.isA)\n#elif OTHER\n\(Self.isB)\n#endif") == ["A"])
  }

  @Test func otherFaultsAreStillTold() {
    #expect(throws: PropertyListError.self) { try keys("<key>A</key>") }
  }
}

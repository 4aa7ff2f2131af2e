import OmamoriCore
import OmamoriReport

extension FileProtectionNone: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for index in source.uses(of: Self.none, in: source.tokens.indices) where !source.isCompared(index) {
      // A branch of a `switch` that translates another value, as a layer around the file system does.
      let isTranslated =
        index > 1 && source.tokens[index - 1].isName("return") && source.tokens[index - 2].isSign(":")
      guard !isTranslated else { continue }
      let name = source.tokens[index].text
      report.add(
        Self.self, at: source.tokens[index].range,
        LocalizedText("\(name) leaves the file unprotected.", ja: "\(name) によりファイルが保護されません。"))
    }
    for index in source.uses(of: Self.complete, in: source.tokens.indices) {
      report.note(
        .fileProtection, at: source.tokens[index].range,
        LocalizedText("Files are written with complete protection.", ja: "ファイルを完全に保護して書き込んでいます。"))
    }
  }

  private static let none: Set = [
    "NSFileProtectionNone", "NSDataWritingFileProtectionNone", "SQLITE_OPEN_FILEPROTECTION_NONE",
    "NSURLFileProtectionNone",
  ]
  private static let complete: Set = [
    "NSFileProtectionComplete", "NSDataWritingFileProtectionComplete", "SQLITE_OPEN_FILEPROTECTION_COMPLETE",
  ]
}

package import OmamoriCore
package import OmamoriReport
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What is to become of one file: the fixes that are made, and those that are not.
package struct FilePlan: Sendable {
  /// A finding with the fix that its rule offers.
  package struct Repair: Sendable {
    /// What was found.
    package let finding: Finding
    /// How it is repaired.
    package let fix: SourceFix
    /// Why it is not made, if it is not.
    package internal(set) var refusal: FixRefusal?
  }

  /// The file.
  package let file: SourceFile
  /// The fixes that were offered, in the order of the report.
  package internal(set) var repairs: [Repair]
  /// The bytes of the file as it was audited.
  package let old: [UInt8]
  /// The bytes of the file when everything is repaired.
  package let new: [UInt8]
  /// What goes and what comes, in the order of the file; counted in the text without a byte order mark.
  package let replacements: [SourceFix.Replacement]
  /// What masks the secrets of the file where it is quoted.
  package let mask: SecretMask?

  /// Whether anything is to be written.
  package var changes: Bool { old != new }

  /// The fixes that are made.
  package var made: [Repair] { repairs.filter { $0.refusal == nil } }

  /// The same plan with nothing to be made, for this reason.
  package func refused(_ refusal: FixRefusal) -> FilePlan {
    let repairs = repairs.map { Repair(finding: $0.finding, fix: $0.fix, refusal: $0.refusal ?? refusal) }
    return FilePlan(file: file, repairs: repairs, old: old, new: old, replacements: [], mask: mask)
  }
}

extension FilePlan {
  /// The fixes as a report shows them; those that are not refused are `state`.
  package func fixes(_ state: FindingFix.State) -> [FindingFix] {
    let bytes = FilePlanner.divided(old).text
    let lines = LineTable(bytes)
    return repairs.map { repair in
      FindingFix(
        finding: repair.finding, title: repair.fix.title,
        replacements: repair.fix.replacements.map { replacement in
          let region = lines.region(of: replacement.range)
          // A line that goes on for ever is no line of a person.
          let isASCII =
            max(region.startColumn, region.endColumn) <= 10_000
            && [region.startLine, region.endLine].allSatisfy { line in
              let end = line == region.endLine ? replacement.range.upperBound : replacement.range.lowerBound
              return bytes[lines.offset(ofLine: line)..<end].allSatisfy { $0 < 0x80 }
            }
          return FindingFix.Replacement(
            region: region, old: replacement.old, new: replacement.new, hasExactColumns: isASCII)
        },
        state: repair.refusal.map { .refused($0.message) } ?? state,
        comment: comment(beside: repair, bytes, lines))
    }
  }

  /// The comment above or behind what a repair replaces, masked; `nil` without one, and where something is only added.
  private func comment(beside repair: Repair, _ bytes: [UInt8], _ lines: LineTable) -> String? {
    guard let first = repair.fix.replacements.first(where: { !$0.old.isEmpty }) else { return nil }
    let line = lines.region(of: first.range).startLine
    var texts: [String] = []
    var above = line - 1
    while above >= 1, texts.count < 3, let text = Self.reason(in: lines.text(ofLine: above), isWhole: true) {
      texts.insert(text, at: 0)
      above -= 1
    }
    let rest = bytes[first.range.upperBound...].prefix { $0 != 0x0A && $0 != 0x0D }
    if let text = Self.reason(in: String(decoding: rest, as: UTF8.self), isWhole: false) {
      texts.append(text)
    }
    guard !texts.isEmpty else { return nil }
    let text = texts.joined(separator: " ")
    return mask?.apply(to: text) ?? text
  }

  /// The words of a line's `//` comment that says something about the code, not to a tool.
  private static func reason(in line: String, isWhole: Bool) -> String? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    // A comment begins the rest of a line or stands behind white space; `https://` is none.
    guard
      let start = isWhole
        ? (text.hasPrefix("//") ? text.startIndex : nil)
        : text.firstRange(of: " //").map({ text.index(after: $0.lowerBound) })
    else { return nil }
    let words = text[start...].drop { $0 == "/" || $0 == "!" || $0 == " " || $0 == "\t" }
    let toTools = [
      "MARK", "TODO", "FIXME", "swiftlint", "swift-format", "swiftformat", "omamori", "sourcery",
    ]
    guard words.contains(where: \.isLetter), !toTools.contains(where: { words.hasPrefix($0) }) else {
      return nil
    }
    return String(words)
  }
}

/// Why a fix that a rule offered was not made.
package enum FixRefusal: Error, Sendable, Equatable {
  /// The file is not what was audited.
  case changed
  /// The file is not in UTF-8.
  case encoding
  /// The parser does not understand the file.
  case syntax
  /// Another fix changes the same bytes.
  case overlap
  /// Afterwards the finding would still be there, or another one would be new.
  case unproven
  /// The file may not be written.
  case readOnly
  /// A link took the file's place.
  case link
  /// The file has several names, and only one of them would get the new contents.
  case severalNames
  /// There is no file to write: it is in an archive.
  case noFile
  /// The system refused with this error number.
  case system(Int32)

  /// What stands in the way and what to do.
  package var message: LocalizedText {
    switch self {
    case .changed:
      LocalizedText(
        "the file changed since it was audited; run it again", ja: "監査後にファイルが変更されました。もう一度実行してください")
    case .encoding:
      LocalizedText("the file is not in UTF-8; convert it first", ja: "ファイルが UTF-8 ではありません。先に変換してください")
    case .syntax:
      LocalizedText("the file has syntax errors; correct them first", ja: "ファイルに構文エラーがあります。先に修正してください")
    case .overlap:
      LocalizedText("another repair changes the same place; run it again", ja: "同じ箇所に別の修正があります。もう一度実行してください")
    case .unproven:
      LocalizedText(
        "the repair would not settle it; change it by hand", ja: "自動修正では解消されません。手作業で修正してください")
    case .readOnly:
      LocalizedText(
        "the file may not be written; allow it with `chmod u+w`", ja: "書き込み権限がありません。`chmod u+w` で許可してください")
    case .link:
      LocalizedText("a link took the file's place", ja: "ファイルがリンクに置き換わりました")
    case .severalNames:
      LocalizedText(
        "the file has several names (hard links); change it by hand",
        ja: "ファイルに複数の名前（ハードリンク）があります。手作業で修正してください")
    case .noFile:
      LocalizedText("it is not a file that can be written", ja: "書き込めるファイルではありません")
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG):
      LocalizedText("there is no room to write the file; make some", ja: "書き込む空き容量がありません。空きを確保してください")
    case .system(EROFS):
      LocalizedText(
        "the file system may only be read; work on a copy elsewhere",
        ja: "ファイルシステムが読み取り専用です。別の場所にコピーして実行してください")
    case .system(EPERM):
      LocalizedText(
        "the system protects the file or its folder from changes", ja: "ファイルまたはフォルダがシステムによって変更から保護されています")
    case .system(EACCES):
      LocalizedText("the folder may not be written", ja: "フォルダへの書き込み権限がありません")
    case .system(let code):
      LocalizedText("writing failed with system error \(code)", ja: "書き込みがシステムエラー \(code) で失敗しました")
    }
  }
}

extension FixRefusal: CustomStringConvertible {
  /// What stands in the way and what to do, in English.
  package var description: String { message.english }
}

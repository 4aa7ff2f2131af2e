package import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

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
        "the system protects the file or its folder from changes", ja: "ファイルまたはフォルダーがシステムによって変更から保護されています")
    case .system(EACCES):
      LocalizedText("the folder may not be written", ja: "フォルダーへの書き込み権限がありません")
    case .system(let code):
      LocalizedText("writing failed with system error \(code)", ja: "書き込みがシステムエラー \(code) で失敗しました")
    }
  }
}

extension FixRefusal: CustomStringConvertible {
  /// What stands in the way and what to do, in English.
  package var description: String { message.english }
}

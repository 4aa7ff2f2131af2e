package import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

extension SystemFailure {
  /// Whether there is nothing at that place.
  var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// What happened and what to do, in words.
  package var message: LocalizedText {
    switch code {
    case EACCES, EPERM:
      LocalizedText(
        "permission denied; make it readable for the user that runs the audit",
        ja: "読み取り権限がありません。監査を実行するユーザーに読み取りを許可してください")
    case ENOENT, ENOTDIR, ESTALE:
      LocalizedText(
        "it vanished while the audit ran; audit a tree that nothing writes to",
        ja: "監査中に消えました。書き込みのない状態で監査してください")
    case ELOOP:
      LocalizedText(
        "a link took its place while the audit ran", ja: "監査中にリンクに置き換わりました")
    case EMFILE, ENFILE:
      LocalizedText(
        "too many files are open; raise the limit with `ulimit -n`",
        ja: "開いているファイルが多すぎます。`ulimit -n` で上限を上げてください")
    case ENAMETOOLONG:
      LocalizedText("the name is too long for the system", ja: "名前がシステムの上限より長いです")
    default:
      LocalizedText(
        "reading failed with system error \(code)", ja: "読み取りがシステムエラー \(code) で失敗しました")
    }
  }
}

import CommandLineKit
import CommandSupport

/// Why a folder could not be put into an archive or be taken out of one.
enum ArchiveFault: ExitCodeProviding, Equatable {
  /// A file of the folder could not be read.
  case unreadable(path: String, code: Int32)
  /// A file changed while it was read.
  case changed(path: String)
  /// The folder is deeper than an archive may be.
  case tooDeep(path: String)
  /// What was decrypted is not a tar archive, or it is damaged.
  case notAnArchive
  /// An entry leads out of the folder, or is a device, a pipe or another thing that no honest archive needs.
  case refused(path: String)
  /// A symbolic link leads out of the folder.
  case outsideLink(path: String)
  /// Two entries have one name.
  case duplicate(path: String)
  /// There are more entries than are accepted.
  case tooManyEntries
  /// A file could not be made.
  case notWritten(path: String, code: Int32)
  /// The folder to unpack into is there already, and not empty.
  case exists(path: String)
  /// The archive could not be passed on, since whoever takes it has ended.
  case abandoned

  var exitCode: ExitCode {
    switch self {
    case .notAnArchive, .refused, .outsideLink, .duplicate, .tooManyEntries, .exists, .tooDeep: .usage
    case .unreadable, .changed, .notWritten, .abandoned: .failure
    }
  }

  var message: HelpText {
    switch self {
    case .unreadable(let path, let code): .unreadable(path, code)
    case .changed(let path):
      HelpText(
        "\(Printable.quote(path)) changed while it was read", ja: "\(Printable.quote(path)) が読み込み中に変更されました")
    case .tooDeep(let path):
      HelpText(
        "\(Printable.quote(path)) lies too deep in its folder", ja: "\(Printable.quote(path)) のフォルダ階層が深すぎます")
    case .notAnArchive:
      HelpText("the contents are not a tar archive", ja: "内容が tar アーカイブではありません")
    case .refused(let path):
      HelpText(
        "the archive holds \(Printable.quote(path)), which is not safe to unpack",
        ja: "アーカイブに安全に展開できない項目 \(Printable.quote(path)) があります")
    case .outsideLink(let path):
      HelpText(
        "the symbolic link \(Printable.quote(path)) leads out of the folder",
        ja: "シンボリックリンク \(Printable.quote(path)) がフォルダの外を指しています")
    case .duplicate(let path):
      HelpText(
        "the archive holds \(Printable.quote(path)) twice", ja: "アーカイブに \(Printable.quote(path)) が 2 つあります")
    case .tooManyEntries: HelpText("the archive holds too many files", ja: "アーカイブのファイル数が多すぎます")
    case .notWritten(let path, let code): CommandLineError.writeFailed(path: path, code: code).message
    case .exists(let path):
      HelpText("\(Printable.quote(path)) already exists", ja: "\(Printable.quote(path)) は既に存在します")
    case .abandoned: HelpText("the archive could not be passed on", ja: "アーカイブを引き渡せませんでした")
    }
  }

  var hint: HelpText? {
    switch self {
    case .unreadable: HelpText("check its permissions", ja: "アクセス権を確認してください")
    case .changed: HelpText("try again when nothing writes to it", ja: "書き込みが終わってからやり直してください")
    case .notAnArchive:
      HelpText("leave out --extract to get the file itself", ja: "--extract を外すとファイルそのものを取り出せます")
    case .refused, .duplicate, .tooManyEntries:
      HelpText(
        "leave out --extract and look at it with 'tar -tv'", ja: "--extract を外し、'tar -tv' で中身を確認してください")
    case .outsideLink:
      HelpText(
        "add --allow-outside-links if you trust who made the archive",
        ja: "アーカイブの作成者を信頼できる場合は --allow-outside-links を追加してください")
    case .notWritten(let path, let code): CommandLineError.writeFailed(path: path, code: code).hint
    case .exists: HelpText("give --extract the name of a new folder", ja: "--extract に新しいフォルダ名を指定してください")
    case .tooDeep, .abandoned: nil
    }
  }
}

import CommandLineKit

extension Arguments {
  /// Warns of a file with a secret that other users of the machine can read.
  func warnIfOthersCanRead(_ path: String) {
    guard let status = FileStatus(at: path), status.kind == .file, status.permissions & 0o077 != 0 else {
      return
    }
    let name = Printable.quote(path)
    warn(
      HelpText("\(name) can be read by other users", ja: "\(name) は他のユーザーも読み込めます"),
      hint: HelpText("run 'chmod 600' on it", ja: "'chmod 600' を実行してください"))
  }
}

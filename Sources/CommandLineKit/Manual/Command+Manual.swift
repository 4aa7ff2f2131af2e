import OmamoriSystem

extension Command {
  /// A ready-made command that prints or installs the manual pages.
  public static let manual = Command(
    "manual",
    HelpText("Print or save manual pages", ja: "マニュアルページを出力または保存する")
  ) { declare in
    let folder = declare.option(
      "-o",
      "--output",
      value: "FOLDER",
      as: DirectoryPath.self,
      help: HelpText(
        "Save every page in this folder, which is made when there is none.",
        ja: "すべてのページをこのフォルダに保存します。フォルダがなければ作成します。"
      )
    )
    let path = declare.arguments(
      "COMMAND",
      as: CommandName.self,
      help: HelpText("The command to print the page of.", ja: "ページを出力するコマンド。")
    )
    return { arguments in
      if let folder = try arguments[folder] {
        if let status = FileStatus(at: folder.string), status.kind != .folder {
          throw CommandLineError.usage(
            HelpText(
              "\(Printable.quote(folder.string)) is a file", ja: "\(Printable.quote(folder.string)) はファイルです"),
            hint: HelpText("give a folder; every page is a file in it", ja: "フォルダを指定してください。ページごとにファイルを作成します")
          )
        }
        try AtomicFile.makeFolder(folder.string)
        for page in arguments.tool.manualPages(language: arguments.language) {
          try AtomicFile.write(Array(page.text.utf8), to: "\(folder.string)/\(page.fileName)")
        }
        return .success
      }
      let names = try arguments[path].map(\.string)
      guard let page = arguments.tool.manualPage(for: names, language: arguments.language) else {
        let wanted = Printable.quote(names.joined(separator: " "))
        throw CommandLineError.usage(
          HelpText("there is no page of \(wanted)", ja: "\(wanted) のページはありません"),
          hint: HelpText("see '\(arguments.tool.name) --help'", ja: "'\(arguments.tool.name) --help' をご覧ください")
        )
      }
      try arguments.output.write(page.text)
      return .success
    }
  }
}

/// The name of one of the tool's commands; shells complete it.
private struct CommandName: CommandLineValue {
  let string: String
  init(commandLine word: String) { string = word }
  var commandLineWord: String { string }
  static var completion: Completion { .command }
}

extension Command {
  /// A ready-made command that prints the completion script of a shell.
  public static let completions = Command(
    "completions",
    HelpText("Print a completion script for a shell", ja: "シェルの補完スクリプトを出力する"),
    discussion: HelpText(
      "bash: eval \"$(TOOL completions bash)\" in ~/.bashrc.\nzsh: TOOL completions zsh > FOLDER/_TOOL, where FOLDER is in $fpath.\nfish: TOOL completions fish > ~/.config/fish/completions/TOOL.fish.",
      ja:
        "bash: ~/.bashrc に eval \"$(TOOL completions bash)\" と書きます。\nzsh: $fpath のフォルダに TOOL completions zsh > FOLDER/_TOOL で保存します。\nfish: TOOL completions fish > ~/.config/fish/completions/TOOL.fish で保存します。"
    )
  ) { declare in
    let shell = declare.argument("SHELL", as: Shell.self, help: HelpText("The shell.", ja: "シェルの名前。"))
    return { arguments in
      let script = arguments.tool.completionScript(for: try arguments[shell], language: arguments.language)
      try arguments.output.write(script)
      return .success
    }
  }
}

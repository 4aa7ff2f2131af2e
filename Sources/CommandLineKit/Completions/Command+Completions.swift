extension Command {
  /// A ready-made command that prints the completion script of a shell.
  public static let completions = Command(
    "completions",
    HelpText("Print a completion script for a shell", ja: "シェルの補完スクリプトを出力する"),
    discussion: HelpText(
      """
      bash: add eval "$(TOOL completions bash)" to ~/.bashrc.
      zsh: save TOOL completions zsh as _TOOL in a folder of $fpath.
      fish: save TOOL completions fish as ~/.config/fish/completions/TOOL.fish.
      """,
      ja: """
        bash: ~/.bashrc に eval "$(TOOL completions bash)" と書きます。
        zsh: TOOL completions zsh の出力を、$fpath にあるフォルダに _TOOL として保存します。
        fish: TOOL completions fish の出力を ~/.config/fish/completions/TOOL.fish として保存します。
        """
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

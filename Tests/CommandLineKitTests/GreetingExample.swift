import CommandLineKit

enum Tone: String, CaseIterable, CommandLineValue { case warm, formal }

struct Shared: Sendable {
  let language: Parameter<HelpLanguage?>
  let noColor: Parameter<Bool>

  init(_ declare: inout Declaration) {
    language = declare.option(
      "--language",
      value: "LANG",
      environment: "GREET_LANGUAGE",
      help: HelpText("Speak this language.", ja: "表示に使う言語。")
    )
    noColor = declare.flag("--no-color", help: HelpText("Print without colour.", ja: "色を使わずに表示します。"))
  }
}

let shared = SharedOptions(Shared.init)

let hello = Command("hello", HelpText("Greet somebody", ja: "あいさつをする")) { declare in
  let names = declare.arguments("NAME", as: String.self, isRequired: true, help: HelpText("Whom.", ja: "相手。"))
  let tone = declare.option(
    "-t",
    "--tone",
    value: "TONE",
    default: Tone.warm,
    help: HelpText("How.", ja: "口調。")
  )
  return { arguments in
    for name in try arguments[names] {
      try arguments.output.write(try arguments[tone] == .warm ? "Hi, \(name)!\n" : "Good day, \(name).\n")
    }
    return .success
  }
}

let greet = CommandLineTool(
  "greet",
  version: "1.0.0",
  released: ReleaseDate(year: 2026, month: 11, day: 20),
  summary: HelpText("Greet people", ja: "あいさつのツール"),
  examples: [Example("greet hello Mina -t formal", HelpText("Greet formally.", ja: "丁寧にあいさつします。"))],
  shared: shared,
  language: shared.language,
  noColor: shared.noColor,
  commands: [hello, .completions, .manual]
)

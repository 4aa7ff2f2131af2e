import CommandLineKit
import Foundation
import TestSupport
import Testing

/// What is typed before the cursor (`|` parts words for bash, which cuts at `=`), and what is offered.
private let cases: [(line: String, expected: [String])] = [
  ("demo ", ["audit", "help", "keychain"]),
  ("demo a", ["audit"]),
  ("demo int", []),
  ("demo -q --language ja a", ["audit"]),
  ("demo --lang", ["--language"]),
  ("demo --language ", ["en", "ja"]),
  ("demo audit --format ", ["json", "sarif", "text"]),
  ("demo audit --format=j", ["json"]),
  ("demo audit -vf s", ["sarif"]),
  ("demo audit --format json --min", ["--minimum-score"]),
  ("demo audit --tra", []),
  ("demo audit --ver", ["--verbose", "--version"]),
  ("demo audit one", ["one.txt", "one dir"]),
  ("demo audit two.txt --output tw", ["two.txt"]),
  ("demo audit -- --fo", []),
  ("demo keychain ", ["copy", "list"]),
  ("demo help key", ["keychain"]),
  ("demo help keychain c", ["copy"]),
  ("demo keychain copy ", ["json", "sarif", "text"]),
  ("demo keychain copy -k json te", ["text"]),
  ("demo keychain copy -k a json o", ["one dir"]),
  ("demo keychain copy --key ", []),
]

@Suite("Completions") struct CompletionTests {
  /// A folder with two files, one folder and the script of `shell`.
  private func folder(_ shell: Shell) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["one.txt", "two.txt"] { try Data().write(to: folder.url.appending(path: name)) }
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "one dir"),
      withIntermediateDirectories: false
    )
    try Demo.tool.completionScript(for: shell).write(
      to: folder.url.appending(path: "script"),
      atomically: true,
      encoding: .utf8
    )
    return folder
  }

  @Test(.enabled(if: Program.areInstalled("bash"), "bash is not installed"), arguments: cases)
  func bashOffers(line: String, expected: [String]) throws {
    let folder = try folder(.bash)
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    words = words.flatMap { word -> [String] in
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      return parts.count == 2 ? [parts[0], "=", parts[1]] : [word]
    }
    let driver = """
      source ./script
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _demo
      ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
      complete -p demo
      """
    let result = try Program.runAlone(["bash", "--norc", "-c", driver, "bash"] + words, in: folder)
    #expect(result.errors == "")
    var lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.popLast() == "complete -F _demo demo")
    #expect(lines.sorted() == expected.sorted())
  }

  @Test(.enabled(if: Program.areInstalled("bash"), "bash is not installed"))
  func bashKeepsTheOptionWhenItDoesNotCutAtEqualSigns() throws {
    let driver =
      "source ./script; COMP_WORDS=(demo audit --format=s); COMP_CWORD=2; _demo; echo ${COMPREPLY[@]}"
    let folder = try folder(.bash)
    let result = try Program.runAlone(["bash", "--norc", "-c", driver], in: folder)
    #expect(result.output == "--format=sarif\n")
  }

  @Test(.enabled(if: Program.areInstalled("fish"), "fish is not installed"), arguments: cases)
  func fishOffers(line: String, expected: [String]) throws {
    let folder = try folder(.fish)
    let result = try Program.runAlone(
      ["fish", "--no-config", "-c", "source ./script; complete -C $argv[1]", line], in: folder,
      environment: ["HOME": folder.url.path, "XDG_CONFIG_HOME": folder.url.path])
    #expect(result.errors == "")
    let offered = result.output.split(separator: "\n").map { line in
      var word = String(line.prefix { $0 != "\t" })
      if let equals = word.firstIndex(of: "=") { word = String(word[word.index(after: equals)...]) }
      return word.hasSuffix("/") ? String(word.dropLast()) : word
    }
    // fish also looks for a piece anywhere inside a word; only words that begin with it count here.
    let typed = line.split(whereSeparator: { " =".contains($0) }).last.map(String.init) ?? ""
    let beginning = line.hasSuffix(" ") ? "" : typed
    let plain = offered.map { $0.filter { $0 != "\\" } }.filter { $0.hasPrefix(beginning) }
    #expect(Set(plain) == Set(expected))
  }

  @Test(.enabled(if: Program.areInstalled("zsh"), "zsh is not installed"))
  func zshOffers() throws {
    let folder = try folder(.zsh)
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "script"),
      to: folder.url.appending(path: "_demo")
    )
    try zshDriver.write(to: folder.url.appending(path: "driver"), atomically: true, encoding: .utf8)
    let result = try Program.runAlone(
      ["zsh", "-f", "./driver"] + cases.map(\.line), in: folder, environment: ["HOME": folder.url.path])
    #expect(result.errors == "")
    let answers = result.output.components(separatedBy: "\n== end\n").dropLast()
    #expect(answers.count == cases.count)
    for (answer, (line, expected)) in zip(answers, cases) {
      // zsh gives words as they would be typed, with a backslash before a space.
      let lines = answer.split(whereSeparator: \.isNewline).map { $0.filter { $0 != "\\" } }
      #expect(Set(lines).subtracting(["_demo", "driver"]) == Set(expected), "\(line)")
    }
  }

  @Test(arguments: Shell.allCases.filter { Program.areInstalled($0.rawValue) })
  func describesWithoutBreakingQuotes(shell: Shell) throws {
    let tool = CommandLineTool(
      "quote",
      version: "1",
      released: ReleaseDate(year: 2026, month: 1, day: 2),
      summary: "Q",
      shared: Demo.shared,
      commands: [Command("it", "It's [odd]: $(touch harm) `x` \\", commands: [])]
    )
    let folder = try TemporaryFolder()
    try tool.completionScript(for: shell).write(
      to: folder.url.appending(path: "script"),
      atomically: true,
      encoding: .utf8
    )
    let result = try Program.runAlone([shell.rawValue, "-n", "script"], in: folder)
    #expect(result.status == 0)
    #expect(result.errors == "")
  }
}

/// Types lines into an interactive zsh under its own pseudo-terminal and prints every match that is added.
private let zshDriver = #"""
  zmodload zsh/zpty || exit 1
  zpty worker zsh -f -i
  zpty -w worker "PROMPT= ; unsetopt zle_bracketed_paste; fpath=($PWD \$fpath); cd ${(q)PWD}"
  zpty -w worker "autoload -Uz compinit; compinit -u -D"
  zpty -w worker 'compadd () {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
    typeset -a __hits
    builtin compadd -A __hits "$@"
    print -r -- $'"'\\1'"'"${(F)__hits}"$'"'\\2'"'
    builtin compadd "$@"
  }
  list-now () { _main_complete; compstate[insert]=; compstate[list]=; print -r -- $'"'\\3'"' }
  zle -C list-now complete-word list-now
  bindkey "^X" list-now
  print -r -- $'"'\\4'"''
  zpty -r worker text $'*\4*'
  for line in "$@"; do
    zpty -n -w worker $'\C-U'"$line"$'\C-X'
    zpty -r worker text $'*\3*'
    text=${text//$'\r'/}
    while [[ $text == *$'\1'* ]]; do
      text=${text#*$'\1'}
      hit=${text%%$'\2'*}
      [[ -n $hit ]] && print -r -- $hit
    done
    print -r -- $'\n== end'
  done
  zpty -d worker
  exit 0
  """#

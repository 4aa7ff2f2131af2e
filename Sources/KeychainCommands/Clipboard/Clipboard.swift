import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore
import OmamoriCrypto

/// The clipboard of the desktop.
struct Clipboard {
  private let tool: ClipboardTool
  private let environment: Environment

  /// Looks for a program that writes the clipboard.
  ///
  /// - Throws: ``CryptoFault`` when there is none.
  init(_ environment: Environment) throws {
    guard let tool = ClipboardTool.find(environment) else { throw CryptoFault.noClipboard }
    self.init(tool, environment)
  }

  /// Takes a program.
  init(_ tool: ClipboardTool, _ environment: Environment) {
    (self.tool, self.environment) = (tool, environment)
  }

  /// Puts a secret on the clipboard, and starts a process that clears it later.
  ///
  /// - Parameters:
  ///   - secret: The secret; it goes to the program through a pipe.
  ///   - seconds: After how long it is cleared; 0 for never.
  /// - Throws: ``CryptoFault`` when a program cannot be started or fails.
  func copy(_ secret: SharedSecretBytes, clearedAfter seconds: Int) async throws {
    guard 0...86_400 ~= seconds else {
      throw CryptoFault.usage(
        HelpText("--clip-seconds is a number from 0 to 86400", ja: "--clip-seconds は 0～86400 の数です"),
        hint: HelpText("0 leaves the clipboard as it is", ja: "0 を指定すると消去しません"))
    }
    try await WatchingThread.run { [self] in
      try run(tool.copying, input: secret)
      if seconds > 0 { try ClipboardMark(of: secret).handToWatcher(tool, seconds) }
    }
  }

  /// Empties the clipboard when it still holds what the mark is of.
  func clear(ifMarkedBy mark: ClipboardMark) throws {
    guard let contents = try paste(), mark.matches(contents) else { return }
    try run(tool.clearing, input: SharedSecretBytes(SecretBytes(copying: [])))
  }

  private func run(_ words: [String], input: SharedSecretBytes) throws {
    let pipe = try Pipe()
    let child = try start(words, [pipe.readEnd, nil, nil])
    pipe.closeReadEnd()
    _ = SecretFile.write(input.copy(), to: pipe.writeEnd)
    pipe.closeWriteEnd()
    let status = child.wait()
    guard status == 0 else { throw CryptoFault.failed(words[0], status) }
  }

  /// What is on the clipboard; `nil` when there is nothing, or nothing that is a text.
  private func paste() throws -> SharedSecretBytes? {
    let pipe = try Pipe()
    let child = try start(tool.pasting, [nil, pipe.writeEnd, nil])
    pipe.closeWriteEnd()
    let contents = SharedSecretBytes(
      try SecretInput.read(descriptor: pipe.readEnd, name: "-", limit: 1 << 21))
    pipe.closeReadEnd()
    return child.wait() == 0 ? contents : nil
  }

  private func start(_ words: [String], _ descriptors: [Int32?]) throws -> ChildProcess {
    guard let path = ChildProcess.find(words[0], environment) else {
      throw CryptoFault.notStarted(words[0], ENOENT)
    }
    return try ChildProcess(path, words, descriptors: descriptors)
  }
}

extension CryptoFault {
  /// There is no program for the clipboard, or no screen.
  static let noClipboard = CryptoFault(
    .failure, HelpText("there is no clipboard", ja: "クリップボードを利用できません"),
    hint: HelpText(
      "install wl-clipboard (Wayland), xclip or xsel (X11), and run it in a desktop session",
      ja: "デスクトップ環境で、wl-clipboard（Wayland）、xclip または xsel（X11）をインストールして実行してください"))
}

/// A program that reads and writes the clipboard.
enum ClipboardTool: String, CaseIterable, CommandLineValue {
  case wayland = "wl-copy"
  case xclip, xsel

  /// The environment variable without which the program cannot work.
  private var display: String { self == .wayland ? "WAYLAND_DISPLAY" : "DISPLAY" }

  /// The words that make it take its standard input.
  var copying: [String] {
    switch self {
    case .wayland: ["wl-copy", "--sensitive"]
    case .xclip: ["xclip", "-selection", "clipboard", "-in"]
    case .xsel: ["xsel", "--clipboard", "--input"]
    }
  }

  /// The words that make it print the clipboard.
  var pasting: [String] {
    switch self {
    case .wayland: ["wl-paste", "--no-newline"]
    case .xclip: ["xclip", "-selection", "clipboard", "-out"]
    case .xsel: ["xsel", "--clipboard", "--output"]
    }
  }

  /// The words that empty the clipboard; xclip takes an empty text instead.
  var clearing: [String] {
    switch self {
    case .wayland: ["wl-copy", "--clear"]
    case .xclip: copying
    case .xsel: ["xsel", "--clipboard", "--clear"]
    }
  }

  /// The first program that is installed and has a screen to work with.
  static func find(_ environment: Environment) -> ClipboardTool? {
    allCases.first { tool in
      environment[tool.display] != nil && ChildProcess.find(tool.copying[0], environment) != nil
        && ChildProcess.find(tool.pasting[0], environment) != nil
    }
  }
}

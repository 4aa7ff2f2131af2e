#if !canImport(Darwin)
import CommandLineKit
import Glibc
import OmamoriCore

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
#endif

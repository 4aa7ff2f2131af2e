import OmamoriCore

/// Lists of libraries as the loader of Linux reads them from its variables and files.
enum LoaderList {
  /// The paths in the value of a variable, which has no comments and no lines.
  static func paths(inVariable text: String) -> [String] {
    text.split(atBytes: ":", " ").map(String.init)
  }

  /// The paths in a file, which colons, spaces and line ends separate; comments end at the line.
  static func paths(inFile text: String) -> [String] {
    text.split(atBytes: "\n")
      .flatMap { line in
        Substring(line.utf8.prefix { $0 != UInt8(ascii: "#") }).split(atBytes: ":", " ", "\t")
      }
      .map(String.init)
  }
}

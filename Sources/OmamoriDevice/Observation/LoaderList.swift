/// Lists of libraries as the loader of Linux reads them from its variables and files.
enum LoaderList {
  /// The paths in a list that colons, spaces and line ends separate; comments end at the line.
  static func paths(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline)
      .flatMap { $0.prefix { $0 != "#" }.split { $0 == ":" || $0 == " " || $0 == "\t" } }
      .map(String.init)
  }
}

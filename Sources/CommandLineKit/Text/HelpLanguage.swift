/// A language that help, hints and error lines are written in.
public enum HelpLanguage: String, CaseIterable, Sendable, Hashable {
  /// English, the default.
  case en
  /// Japanese.
  case ja

  /// The language the user's locale asks for: Japanese when it begins with `ja`, otherwise English.
  ///
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides, as POSIX has it.
  public init(locale environment: Environment) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first ?? ""
    self = Self(ofLocale: locale) ?? .en
  }

  /// The language of a locale such as `ja_JP.UTF-8`; `nil` when it is another one.
  init?(ofLocale locale: String) {
    self.init(rawValue: String(locale.prefix { $0 != "_" && $0 != "." && $0 != "-" }).lowercased())
  }
}

extension HelpLanguage: CommandLineValue {
  /// Reads the name of a language, or of a locale with that language.
  public init?(commandLine word: String) { self.init(ofLocale: word) }
}

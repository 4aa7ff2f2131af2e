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
    self = locale == "ja" || locale.hasPrefix("ja_") || locale.hasPrefix("ja.") ? .ja : .en
  }
}

extension HelpLanguage: CommandLineValue {}

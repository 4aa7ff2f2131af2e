/// Finds the language before anything else is understood, so that even a usage error is said in it.
enum LanguageChoice {
  static func find(
    _ words: some Sequence<String>,
    option: Definition?,
    environment: Environment
  ) -> HelpLanguage {
    var chosen: HelpLanguage?
    if let option {
      var isNext = false
      for word in words {
        if word == "--" { break }
        if isNext { chosen = HelpLanguage(commandLine: word) ?? chosen }
        isNext = option.names.contains(word)
        for name in option.names where word.hasPrefix(name + "=") {
          chosen = HelpLanguage(commandLine: String(word.dropFirst(name.count + 1))) ?? chosen
        }
      }
      chosen =
        chosen ?? option.environment.flatMap { environment[$0] }.flatMap(HelpLanguage.init(commandLine:))
    }
    return chosen ?? HelpLanguage(locale: environment)
  }
}

/// What a function such as `sprintf` writes in place of each `%s`.
struct PrintedTexts {
  /// The arguments that are written as texts of any length; `nil` where one is missing.
  let arguments: [Range<Int>?]

  /// Reads a call whose format is the argument at `format`; `nil` when the format is not known.
  init?(_ call: CCall, format: Int, _ texts: KnownTexts) {
    guard format < call.arguments.count,
      let formats = texts.texts(call.arguments[format], in: call.function)
    else { return nil }
    let given = call.arguments[(format + 1)...]
    var (written, isMissing) = (Set<Int>(), false)
    for format in formats {
      guard let places = texts.printed(by: format) else { return nil }
      for place in places {
        if place < given.count { written.insert(given.startIndex + place) } else { isMissing = true }
      }
    }
    arguments = written.sorted().map { given[$0] } + (isMissing ? [nil] : [])
  }

  /// The letter of each conversion that takes an argument, `*` for a width that is one, `-` for the length that limits
  /// a text and for a text that is limited; `nil` when conversions name their arguments, as `%2$s` does.
  static func conversions(in format: String) -> [Character]? {
    var (letters, rest) = ([Character](), format[...])
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[percent...].dropFirst()
      var isLimited = false
      while let character = rest.first, "-+ #0'123456789$.*hlqjztL".contains(character) {
        if character == "$" { return nil }
        if character == "." { isLimited = true }
        if character == "*" { letters.append(isLimited ? "-" : "*") }
        rest = rest.dropFirst()
      }
      guard let letter = rest.popFirst() else { break }
      if letter != "%" { letters.append(isLimited && "sS".contains(letter) ? "-" : letter) }
    }
    return letters
  }
}

/// What a function such as `sprintf` writes in place of each `%s`.
struct PrintedTexts {
  /// The arguments that are written as texts of any length; `nil` where one is missing.
  let arguments: [Range<Int>?]

  /// Reads a call whose format is the argument at `format`; `nil` when the format is not known.
  init?(_ call: CCall, format: Int, _ source: ObjectiveCSource) {
    guard format < call.arguments.count,
      let formats = source.knownTexts(call.arguments[format], in: call.function)
    else { return nil }
    let given = call.arguments.dropFirst(format + 1)
    var arguments: [Range<Int>?] = []
    for format in formats {
      var next = given.startIndex
      for conversion in Self.conversions(in: format) {
        if "sS@*".contains(conversion) { arguments.append(next < given.endIndex ? given[next] : nil) }
        next += 1
      }
    }
    self.arguments = arguments
  }

  /// The letter of each conversion that takes an argument, `*` for a width that is one, `-` for the length that limits
  /// a text and for a text that is limited.
  static func conversions(in format: String) -> [Character] {
    var (letters, rest) = ([Character](), format[...])
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[percent...].dropFirst()
      var isLimited = false
      while let character = rest.first, "-+ #0'123456789$.*hlqjztL".contains(character) {
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

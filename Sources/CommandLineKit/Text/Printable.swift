/// Makes words from outside safe to repeat on a terminal.
public enum Printable {
  /// `text` in quotes, at most 200 characters of it.
  ///
  /// Control and format characters, which could move the cursor or hide text, are written as their numbers.
  public static func quote(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(200) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return "'" + result + (text.unicodeScalars.count > 200 ? "…'" : "'")
  }
}

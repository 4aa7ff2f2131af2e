/// What is done to a text before it is looked up, so that spellings that count as the same find each other.
public enum TextNormalization: Sendable {
  /// Nothing: only the very same bytes are found.
  case none
  /// Unicode's composed form (NFC): é is found however it was typed.
  case canonical
  /// White space at both ends removed, lower case, then NFC; lower case is the same in every language setting.
  case trimmedLowercase
  /// Whatever the program does, the same for ever: values made with another function are not found.
  case custom(@Sendable (String) -> String)

  /// Applies it.
  func apply(to text: String) -> String {
    switch self {
    case .none: return text
    case .canonical: return CanonicalText.composed(text)
    case .trimmedLowercase:
      let scalars = text.unicodeScalars
      let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
      guard let first = scalars.firstIndex(where: { !isSpace($0) }),
        let last = scalars.lastIndex(where: { !isSpace($0) })
      else { return "" }
      return CanonicalText.composed(String(scalars[first...last]).lowercased())
    case .custom(let function): return function(text)
    }
  }
}

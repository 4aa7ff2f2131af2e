#if !canImport(Darwin)
// The standard library composes texts in order to compare them; Foundation's own function is not in the part used here.
@_spi(_Unicode) import Swift
#else
import OmamoriCore
#endif

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
    case .canonical: return Self.composed(text)
    case .trimmedLowercase:
      let scalars = text.unicodeScalars
      let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
      guard let first = scalars.firstIndex(where: { !isSpace($0) }),
        let last = scalars.lastIndex(where: { !isSpace($0) })
      else { return "" }
      return Self.composed(String(scalars[first...last]).lowercased())
    case .custom(let function): return function(text)
    }
  }

  /// The text in Normalization Form C.
  private static func composed(_ text: String) -> String {
    #if canImport(Darwin)
    return text.precomposedStringWithCanonicalMapping
    #else
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
    #endif
  }
}

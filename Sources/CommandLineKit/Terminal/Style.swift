/// A way to make text stand out on a terminal (ECMA-48 "select graphic rendition").
public enum Style: Int, Sendable, Hashable, CaseIterable {
  /// Bold.
  case bold = 1
  /// Faint.
  case dim = 2
  /// Underlined.
  case underlined = 4
  /// Red, for errors.
  case red = 31
  /// Green, for success.
  case green = 32
  /// Yellow, for warnings.
  case yellow = 33
  /// Blue.
  case blue = 34
  /// Magenta.
  case magenta = 35
  /// Cyan, for hints.
  case cyan = 36

  /// `text` in these styles.
  public static func apply(_ styles: [Style], to text: String) -> String {
    guard !styles.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(styles.map { String($0.rawValue) }.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}

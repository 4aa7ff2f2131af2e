/// A language that reports, prompts and help are written in.
public enum Language: String, CaseIterable, Sendable, Hashable, Codable {
  /// English, the default.
  case en
  /// Japanese.
  case ja
}

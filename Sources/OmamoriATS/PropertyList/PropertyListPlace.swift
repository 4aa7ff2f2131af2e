/// Where in a file a reader stopped.
public enum PropertyListPlace: Sendable, Hashable, CustomStringConvertible {
  /// A line and a column of a text.
  case text(TextPosition)
  /// A byte offset from the beginning of the file.
  case byte(Int)

  /// The place in words, in English.
  public var description: String {
    switch self {
    case .text(let position): "line \(position.line), column \(position.column)"
    case .byte(let offset): "byte \(offset)"
    }
  }

  /// The place in words, in Japanese.
  var japanese: String {
    switch self {
    case .text(let position): "\(position.line)行\(position.column)列"
    case .byte(let offset): "先頭から\(offset)バイト目"
    }
  }
}

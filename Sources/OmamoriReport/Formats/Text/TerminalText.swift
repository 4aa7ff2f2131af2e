/// Makes texts from audited files safe to print: a file's name or content must not steer the reader's terminal, nor the
/// service that runs the audit and reads commands such as `::error::` and `##[error]` from what programs print.
enum TerminalText {
  /// `text` with line breaks, control characters, bidirectional controls and other invisible characters written out,
  /// such as `\n` and `\u{1B}`, and the marks of commands so that they are none.
  static func visible(_ text: String) -> String { withoutCommands(withoutControls(text)) }

  /// A command begins with `::` at the start of a line, or with `##[` or `##vso[` anywhere.
  ///
  /// Services look for it scalar by scalar and pass over blanks of every kind and what nobody sees, so marks that stand
  /// on a sign or between two must not hide it.
  private static func withoutCommands(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) || text.utf8.contains(UInt8(ascii: ":")) else { return text }
    let seen = text.unicodeScalars.filter { !isPassedOver($0) }
    let commands = places(ofCommandsIn: Array(seen))
    guard !commands.isEmpty else { return text }
    var result = String.UnicodeScalarView()
    var place = 0
    for scalar in text.unicodeScalars {
      let escapes = !isPassedOver(scalar) && commands.contains(place)
      result.append(
        contentsOf: escapes
          ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
          : String(scalar).unicodeScalars)
      if !isPassedOver(scalar) { place += 1 }
    }
    return String(result)
  }

  /// Where a scalar has to be written out so that no command is left.
  private static func places(ofCommandsIn scalars: [Unicode.Scalar]) -> Set<Int> {
    var places: Set<Int> = []
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.count
    if scalars[start...].starts(with: "::".unicodeScalars) { places.insert(start) }
    for index in scalars.indices.dropFirst() where scalars[index] == "#" && scalars[index - 1] == "#" {
      let rest = String(String.UnicodeScalarView(scalars[(index + 1)...].prefix(4))).lowercased()
        .unicodeScalars
      if rest.first == "[" || rest.starts(with: "vso[".unicodeScalars) { places.insert(index) }
    }
    return places
  }

  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func withoutControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isUnsafe(scalar) else {
        result.append(scalar)
        continue
      }
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      }
    }
    return String(result)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if ("\u{20}"..."\u{7E}").contains(scalar) { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
    // The two joiners shape letters and emoji and are wanted; every other format character only hides or reorders.
    case .format: return scalar != "\u{200C}" && scalar != "\u{200D}"
    default: return false
    }
  }
}

/// The columns a text fills in a terminal, where Chinese, Japanese and Korean characters and emoji fill two.
///
/// Source: Unicode Standard Annex #11, East Asian Width; ambiguous characters count one column.
enum DisplayWidth {
  /// The columns of `text`, which must hold no control characters.
  static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

  /// The columns of one character as people see it, with its combining marks.
  static func columns(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let properties = first.properties
    if properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(first.value) ? 2 : 1
    }
  }

  /// `text` followed by as many spaces as it is short of `width` columns.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3: true
    case 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6: true
    case 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD: true
    default: false
    }
  }
}

/// Breaks texts into lines that fit a width: at spaces, and between characters of scripts that write none.
enum LineWrapping {
  /// The lines of `text`, each at most `width` columns wide unless a single word is wider.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var (line, columns) = ("", 0)
    for piece in pieces(text) {
      let wide = DisplayWidth.columns(piece.text)
      let space = piece.followsSpace && !line.isEmpty ? 1 : 0
      if !line.isEmpty && columns + space + wide > width {
        lines.append(line)
        (line, columns) = (piece.text, wide)
      } else {
        line += (space == 1 ? " " : "") + piece.text
        columns += space + wide
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private struct Piece {
    var text: String
    let followsSpace: Bool
  }

  /// The parts of a text that must stay in one line.
  private static func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var isOpen = false
    var followsSpace = false
    var previous: Character?
    for character in text {
      if character == " " {
        (isOpen, followsSpace) = (false, true)
        previous = nil
        continue
      }
      if isOpen, let before = previous, !breaks(between: before, character) {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append(Piece(text: String(character), followsSpace: followsSpace))
      }
      (isOpen, followsSpace, previous) = (true, false, character)
    }
    return pieces
  }

  private static let neverFirst = Set(
    "、。，．・：；？！ー）］｝」』】〉》〕ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々…～,.)]}:;!?%")
  private static let neverLast = Set("（［｛「『【〈《〔([{")

  private static func breaks(between left: Character, _ right: Character) -> Bool {
    guard DisplayWidth.columns(left) == 2 || DisplayWidth.columns(right) == 2 else { return false }
    return !neverFirst.contains(right) && !neverLast.contains(left)
  }
}

/// ANSI colours, or none.
struct Palette: Sendable {
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  let isOn: Bool

  func callAsFunction(_ style: Style, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  func style(of severity: Severity) -> Style {
    switch severity {
    case .critical, .high: .red
    case .medium, .low: .yellow
    case .info: .cyan
    }
  }

  func style(of answer: ChecklistItem.Answer) -> Style {
    switch answer {
    case .pass: .green
    case .fail: .red
    case .attention: .yellow
    case .unknown, .notApplicable: .dim
    }
  }

  func style(ofScore value: Int) -> Style { value >= 80 ? .green : value >= 50 ? .yellow : .red }
}

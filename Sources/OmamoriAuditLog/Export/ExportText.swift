import OmamoriCore

/// Texts as they may stand in a line that people and old programs read.
enum ExportText {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Bytes in hexadecimal.
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The text with every character visible: control characters become the pictures of them that Unicode has (U+2400
  /// and following), and what moves text around on a screen becomes `�`.
  static func visible(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(visible(scalar)) }
    return String(scalars)
  }

  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x20...0x7E: scalar
    case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    // Controls of ISO 6429, line and paragraph separators, and what changes the direction of a text.
    case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x61C, 0x200E, 0x200F, 0xFEFF, 0xFFF9...0xFFFB:
      "\u{FFFD}"
    default: scalar
    }
  }

  /// The text, cut between two characters so that it has at most so many bytes, with `…` at the end when it was cut.
  static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var scalars = String.UnicodeScalarView()
    var count = 3
    for scalar in text.unicodeScalars {
      count += scalar.utf8.count
      guard count <= limit else { break }
      scalars.append(scalar)
    }
    scalars.append("\u{2026}")
    return String(scalars)
  }

  /// A value as a text; bytes are in hexadecimal.
  static func text(_ value: AuditValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .bytes(let bytes): hexadecimal(bytes)
    }
  }

  /// What stands for a field in formats that know texts only: how it is protected, when it is, and a text.
  static func parts(_ content: AuditRecord.Field.Content) -> (protection: String?, text: String) {
    switch content {
    case .value(let value): (nil, text(value))
    case .sealed(let field): ("commitment", hexadecimal(field.commitment))
    case .hashed(let digest): ("hashed", hexadecimal(digest))
    case .dropped: ("dropped", "")
    }
  }

  /// How much attention an event needs, as a word.
  static func word(_ severity: SecurityEvent.Severity) -> String {
    switch severity {
    case .information: "information"
    case .notice: "notice"
    case .warning: "warning"
    case .critical: "critical"
    }
  }
}

/// The identity of a finding across runs: 32 hexadecimal digits that baselines, editors and code-scanning services
/// compare to tell old findings from new ones.
///
/// It is the 128-bit FNV-1a hash of the text `omamori/1`, the rule, the file, the line's text and which of several
/// equal lines it is, each as UTF-8 followed by a zero byte. Line numbers, severities, messages and languages have
/// no part in it, so a finding keeps its identity when lines are inserted above it, when its line is indented
/// anew, when its wording is improved and when the report is written in another language.
package struct Fingerprint: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The 32 lower-case hexadecimal digits.
  package let description: String

  /// Hashes what identifies `finding`.
  package init(of finding: Finding) {
    var hash = FNV1a128()
    hash.combine(field: "omamori/1")
    hash.combine(field: finding.rule.rawValue)
    hash.combine(field: finding.file)
    hash.combine(field: Self.normalized(finding.snippet))
    hash.combine(field: String(finding.occurrence))
    description = hash.hexadecimal
  }

  /// Reads a fingerprint that a report or a baseline holds; `nil` unless it is 32 lower-case hexadecimal digits.
  package init?(_ text: String) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
    guard text.utf8.count == 32, text.utf8.allSatisfy(isDigit) else { return nil }
    description = text
  }

  /// Orders fingerprints as texts, which says nothing about what they identify.
  package static func < (left: Fingerprint, right: Fingerprint) -> Bool {
    left.description < right.description
  }

  /// `line` without the white space at its ends and with every run of white space inside as one space.
  static func normalized(_ line: String) -> String {
    guard line.utf8.allSatisfy({ $0 < 0x80 }) else {
      return line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    // Nearly every line; asking Unicode about each of its characters takes ten times as long.
    var normal: [UInt8] = []
    normal.reserveCapacity(line.utf8.count)
    var isApart = false
    for byte in line.utf8 {
      let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
      if !isSpace {
        if isApart, !normal.isEmpty { normal.append(0x20) }
        normal.append(byte)
      }
      isApart = isSpace
    }
    return String(decoding: normal, as: UTF8.self)
  }
}

extension Finding {
  /// The identity of the finding across runs; meaningful on findings taken from an ``AuditReport``, which numbers
  /// equal lines.
  package var fingerprint: Fingerprint { Fingerprint(of: self) }
}

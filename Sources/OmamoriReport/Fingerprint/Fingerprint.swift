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

/// The 128-bit FNV-1a hash: the same bytes give the same number on every machine, in every process.
///
/// It is fast, needs no library and spreads short texts well. It is **not** cryptographic: whoever can choose the
/// texts can make two of them collide, so it identifies findings and must never protect anything.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9923> (FNV Non-Cryptographic Hash Algorithm).
struct FNV1a128: Sendable {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  /// Takes in one byte.
  mutating func combine(_ byte: UInt8) {
    value ^= UInt128(byte)
    value &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
  }

  /// Takes in the UTF-8 bytes of `text` and a zero byte, so that neighbouring fields cannot run into each other.
  mutating func combine(field text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0)
  }

  /// The value as 32 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}

/// Things in the order in which they came, of which the first in another file can be taken.
///
/// Things of one file should come one after another: a search looks at each such run of the own file once, whatever its
/// length, so that a report or baseline in which everything is alike takes no longer than others.
struct ItemsByFile<Item> {
  private struct Run {
    let file: String
    var items: ArraySlice<Item>
  }

  /// The runs from `front` on are not empty.
  private var runs: [Run] = []
  private var front = 0

  /// Adds a thing behind all others.
  mutating func append(_ item: Item, in file: String) {
    if let last = runs.indices.last, last >= front, runs[last].file == file {
      runs[last].items.append(item)
    } else {
      runs.append(Run(file: file, items: [item]))
    }
  }

  /// Takes the first thing that is not in `file`.
  mutating func takeFirst(notIn file: String) -> Item? {
    var index = front
    while index < runs.count, runs[index].file == file { index += 1 }
    guard index < runs.count else { return nil }
    let item = runs[index].items.popFirst()
    if runs[index].items.isEmpty {
      // The few runs of `file` before it move up.
      for place in stride(from: index, to: front, by: -1) { runs[place] = runs[place - 1] }
      front += 1
    }
    return item
  }
}

/// The changes of a plan in the form that `patch` and `git apply` read.
package struct UnifiedDifference {
  /// Lines that give way to others, by their places.
  private struct Block {
    var old: Range<Int>
    var new: [UInt8]
  }

  private static let context = 3
  /// The longest block, in bytes, whose old lines are looked for in the midst of the new ones.
  private static let mostToCompare = 4_000

  private let plan: FilePlan
  /// The file with its byte order mark, which is a part of its first line for those who read differences.
  private let text: [UInt8]
  /// What goes and what comes, counted in that.
  private let replacements: [SourceFix.Replacement]
  /// Where each line starts; a line ends with its line feed.
  private let starts: [Int]

  /// Looks at `plan`.
  package init(_ plan: FilePlan) {
    let bytes = plan.old
    let mark = FilePlanner.divided(bytes).mark.count
    replacements = plan.replacements.map { replacement in
      let range = replacement.range.lowerBound + mark..<replacement.range.upperBound + mark
      return SourceFix.Replacement(range, replacement.old, with: replacement.new)
    }
    starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A && $0 + 1 < bytes.count }.map { $0 + 1 }
    (self.plan, text) = (plan, bytes)
  }

  /// The difference, empty when nothing changes; secrets of the file and control characters are masked.
  package var description: String {
    let blocks = blocks
    guard !blocks.isEmpty else { return "" }
    var result = "--- a/\(plan.file.path)\n+++ b/\(plan.file.path)\n"
    var shift = 0
    for hunk in hunks(blocks) { result += self.hunk(hunk, &shift) }
    return result
  }

  // MARK: Lines

  private func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func bytes(ofLines lines: Range<Int>) -> Range<Int> {
    let start = lines.lowerBound < starts.count ? starts[lines.lowerBound] : text.count
    return start..<(lines.upperBound < starts.count ? starts[lines.upperBound] : text.count)
  }

  /// The lines that a replacement touches; none where whole lines are only added.
  private func lines(of replacement: SourceFix.Replacement) -> Range<Int> {
    let first = line(at: replacement.range.lowerBound)
    if replacement.range.isEmpty, replacement.new.hasSuffix("\n"),
      starts[first] == replacement.range.lowerBound
    {
      return first..<first
    }
    return first..<(line(at: max(replacement.range.lowerBound, replacement.range.upperBound - 1)) + 1)
  }

  private var blocks: [Block] {
    var groups: [(lines: Range<Int>, replacements: [SourceFix.Replacement])] = []
    for replacement in replacements {
      let lines = lines(of: replacement)
      if let last = groups.last, lines.lowerBound <= last.lines.upperBound {
        groups[groups.count - 1].lines = last.lines.lowerBound..<max(last.lines.upperBound, lines.upperBound)
        groups[groups.count - 1].replacements.append(replacement)
      } else {
        groups.append((lines, [replacement]))
      }
    }
    return groups.map { group in
      let range = bytes(ofLines: group.lines)
      var (new, end) = ([UInt8](), range.lowerBound)
      for replacement in group.replacements {
        new += text[end..<replacement.range.lowerBound]
        new += replacement.new.utf8
        end = replacement.range.upperBound
      }
      return Block(old: group.lines, new: new + text[end..<range.upperBound])
    }
  }

  // MARK: Hunks

  private func hunks(_ blocks: [Block]) -> [[Block]] {
    var hunks: [[Block]] = []
    for block in blocks {
      if let last = hunks.last?.last, block.old.lowerBound - last.old.upperBound <= 2 * Self.context {
        hunks[hunks.count - 1].append(block)
      } else {
        hunks.append([block])
      }
    }
    return hunks
  }

  private func hunk(_ blocks: [Block], _ shift: inout Int) -> String {
    guard let first = blocks.first, let last = blocks.last else { return "" }
    let start = max(0, first.old.lowerBound - Self.context)
    let end = min(text.isEmpty ? 0 : starts.count, last.old.upperBound + Self.context)
    var (lines, added, position) = ("", 0, start)
    for block in blocks {
      lines += marked(" ", text[bytes(ofLines: position..<block.old.lowerBound)])
      lines += changed(text[bytes(ofLines: block.old)], block.new[...])
      added += Self.lines(of: block.new[...]).count - block.old.count
      position = block.old.upperBound
    }
    lines += marked(" ", text[bytes(ofLines: position..<end)])
    let counts = (old: end - start, new: end - start + added)
    let places = (old: start + (counts.old > 0 ? 1 : 0), new: start + shift + (counts.new > 0 ? 1 : 0))
    shift += added
    return "@@ -\(places.old),\(counts.old) +\(places.new),\(counts.new) @@\n" + lines
  }

  /// The lines of a block: only what is added where the old lines stay in the midst of the new ones.
  private func changed(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> String {
    if old.last == 0x0A, old.count <= Self.mostToCompare,
      let start = Self.starts(of: new).first(where: { new[$0...].starts(with: old) })
    {
      return marked("+", new[..<start]) + marked(" ", old) + marked("+", new[(start + old.count)...])
    }
    return marked("-", old) + marked("+", new)
  }

  private static func starts(of bytes: ArraySlice<UInt8>) -> [Int] {
    [bytes.startIndex] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private func marked(_ mark: String, _ bytes: ArraySlice<UInt8>) -> String {
    var result = ""
    for line in Self.lines(of: bytes) { result += mark + shown(line) + "\n" }
    if let last = bytes.last, last != 0x0A { result += "\\ No newline at end of file\n" }
    return result
  }

  /// A line as it may be shown: tabs and the end of a line stay, other control characters do not reach a terminal.
  private func shown(_ line: ArraySlice<UInt8>) -> String {
    let isCarriageReturnAtEnd = line.last == 0x0D
    let body = String(decoding: isCarriageReturnAtEnd ? line.dropLast() : line, as: UTF8.self)
    let masked = plan.mask?.apply(to: body) ?? body
    var result = String.UnicodeScalarView()
    for scalar in masked.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
      result.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(result) + (isCarriageReturnAtEnd ? "\r" : "")
  }
}

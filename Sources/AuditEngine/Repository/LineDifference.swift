package import OmamoriReport

/// Finds the lines of a text that an earlier one does not have, by the method of Myers (1986).
enum LineDifference {
  /// The most differences that are looked for exactly; beyond, everything between the first and the last counts.
  private static let limit = 1_500

  /// The 1-based ranges of lines of `new` that are not in `old` or stand elsewhere there.
  ///
  /// Where lines were only removed, the line that follows counts: what it means may have changed. Line ends of
  /// either kind are alike.
  static func changed(from old: [UInt8], to new: [UInt8]) -> [ClosedRange<Int>] {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func lines(_ bytes: [UInt8]) -> [Int] {
      bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
        let line = line.last == 0x0D ? line.dropLast() : line
        if let known = numbers[line] { return known }
        numbers[line] = numbers.count
        return numbers.count - 1
      }
    }
    let (before, after) = (lines(old), lines(new))
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    var end = 0
    while end < min(before.count, after.count) - start,
      before[before.count - 1 - end] == after[after.count - 1 - end]
    {
      end += 1
    }
    let (left, right) = (before[start..<(before.count - end)], after[start..<(after.count - end)])
    guard !left.isEmpty || !right.isEmpty else { return [] }
    let kept = common(Array(left), Array(right))
    return ranges(
      kept: kept, removedAt: removals(Array(left), Array(right), kept), count: right.count, after.count, start
    )
  }

  private static func ranges(
    kept: [(Int, Int)], removedAt: Set<Int>, count: Int, _ lineCount: Int, _ start: Int
  ) -> [ClosedRange<Int>] {
    let same = Set(kept.map(\.1))
    var changed = Set((0..<count).filter { !same.contains($0) })
    changed.formUnion(removedAt)
    var ranges: [ClosedRange<Int>] = []
    for line in changed.map({ min(lineCount, $0 + start + 1) }).sorted() {
      if let last = ranges.last, last.upperBound + 1 >= line {
        ranges[ranges.count - 1] = last.lowerBound...max(line, last.upperBound)
      } else {
        ranges.append(line...line)
      }
    }
    return ranges
  }

  /// The places in the new text behind which lines of the old one are gone and none came.
  private static func removals(_ left: [Int], _ right: [Int], _ kept: [(Int, Int)]) -> Set<Int> {
    var (places, before) = (Set<Int>(), (-1, -1))
    for pair in kept + [(left.count, right.count)] {
      if pair.0 - before.0 > 1, pair.1 - before.1 == 1 { places.insert(pair.1) }
      before = pair
    }
    return places
  }

  /// A longest list of lines that both have in the same order, as pairs of places; empty when they differ too much.
  private static func common(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
    let most = min(limit, left.count + right.count)
    var reach = [Int](repeating: 0, count: 2 * most + 3)
    let middle = most + 1
    var trace: [[Int]] = []
    for steps in 0...most {
      trace.append(Array(reach[(middle - steps - 1)...(middle + steps + 1)]))
      for diagonal in stride(from: -steps, through: steps, by: 2) {
        let isDown =
          diagonal == -steps
          || diagonal != steps && reach[middle + diagonal - 1] < reach[middle + diagonal + 1]
        var x = isDown ? reach[middle + diagonal + 1] : reach[middle + diagonal - 1] + 1
        var y = x - diagonal
        while x < left.count, y < right.count, left[x] == right[y] { (x, y) = (x + 1, y + 1) }
        reach[middle + diagonal] = x
        if x >= left.count, y >= right.count { return pairs(trace, steps, left.count, right.count) }
      }
    }
    return []
  }

  /// Follows the way back from the end.
  private static func pairs(_ trace: [[Int]], _ steps: Int, _ leftCount: Int, _ rightCount: Int) -> [(
    Int, Int
  )] {
    var (x, y, pairs) = (leftCount, rightCount, [(Int, Int)]())
    for step in stride(from: steps, through: 0, by: -1) {
      let reach = trace[step]
      let (diagonal, middle) = (x - y, step + 1)
      let isDown =
        diagonal == -step || diagonal != step && reach[middle + diagonal - 1] < reach[middle + diagonal + 1]
      let from = isDown ? diagonal + 1 : diagonal - 1
      let startX = step == 0 ? 0 : reach[middle + from]
      let startY = step == 0 ? 0 : startX - from
      while x > startX, y > startY, x > 0, y > 0 {
        let isSlide =
          step == 0 || x - 1 >= (isDown ? startX : startX + 1) && y - 1 >= (isDown ? startY + 1 : startY)
        guard isSlide else { break }
        (x, y) = (x - 1, y - 1)
        pairs.append((x, y))
      }
      (x, y) = (startX, startY)
    }
    return pairs.reversed()
  }
}

/// The lines of the audited files that differ from an earlier revision.
package struct ChangedLines: Sendable, Equatable {
  /// Which lines of a file.
  package enum Lines: Sendable, Equatable {
    /// Every line: the file is new.
    case all
    /// These ranges, in order.
    case ranges([ClosedRange<Int>])
  }

  /// The revision that is compared with.
  package let base: String
  package let files: [String: Lines]

  /// The files with a changed line, in order.
  package var paths: [String] { files.keys.sorted() }

  /// Whether a line of `region` of the file at `path`, as findings name it, is new or different.
  package func contains(_ path: String, _ region: SourceRegion) -> Bool {
    switch files[path] {
    case nil: false
    case .all: true
    case .ranges(let ranges):
      ranges.contains { $0.overlaps(region.startLine...max(region.startLine, region.endLine)) }
    }
  }

  /// Whether `finding`, or a step of its flow, lies on such a line.
  package func contains(_ finding: Finding) -> Bool {
    contains(finding.file, finding.region)
      || (finding.flow + finding.related).contains { contains($0.file, $0.region) }
  }
}

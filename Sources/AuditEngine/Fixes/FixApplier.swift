/// Makes fixes in a text, all of those that do not stand in each other's way.
package struct FixApplier {
  /// What goes and what comes, in the order of the file.
  package private(set) var replacements: [SourceFix.Replacement] = []

  private let text: [UInt8]

  /// Starts with a text without a byte order mark.
  package init(_ text: [UInt8]) { self.text = text }

  /// Takes a fix in, the whole of it or nothing.
  ///
  /// - Throws: ``FixRefusal/changed`` when something else stands where it applies, ``FixRefusal/overlap`` when an
  ///   earlier fix changes the same place.
  package mutating func add(_ fix: SourceFix) throws(FixRefusal) {
    for replacement in fix.replacements {
      guard replacement.range.upperBound <= text.count, replacement.range.lowerBound >= 0,
        text[replacement.range].elementsEqual(replacement.old.utf8)
      else { throw .changed }
    }
    var places: [(index: Int, replacement: SourceFix.Replacement)] = []
    for replacement in fix.replacements {
      let index = place(of: replacement)
      // Replacements lie side by side, so only the neighbours can be in the way.
      let near = replacements[max(0, index - 2)..<min(replacements.count, index + 2)]
      if near.contains(replacement) { continue }
      guard !near.contains(where: replacement.isAgainst) else { throw .overlap }
      places.append((index, replacement))
    }
    for place in places.reversed() { replacements.insert(place.replacement, at: place.index) }
  }

  /// The text with everything replaced; all other bytes are as they were.
  package var result: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + replacements.reduce(0) { $0 + $1.new.utf8.count })
    var end = 0
    for replacement in replacements {
      result += text[end..<replacement.range.lowerBound]
      result += replacement.new.utf8
      end = replacement.range.upperBound
    }
    return result + text[end...]
  }

  /// Where `replacement` belongs; what is only added stands before what is replaced at the same place.
  private func place(of replacement: SourceFix.Replacement) -> Int {
    var (low, high) = (0, replacements.count)
    while low < high {
      let middle = (low + high) / 2
      let other = replacements[middle].range
      let isBefore =
        (other.lowerBound, other.upperBound) < (replacement.range.lowerBound, replacement.range.upperBound)
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

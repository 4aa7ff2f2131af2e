/// A version of up to three numbers with an optional pre-release part; a leading `v` is dropped.
package struct SemanticVersion: Sendable, Hashable, Comparable {
  /// Four numbers, zero where none is written.
  package let numbers: [Int]
  private let preRelease: String

  /// Reads a version such as `1.2.3`, `v2.0` or `1.0.0-beta.1`.
  package init?(_ text: String) {
    let plain = text.hasPrefix("v") ? text.dropFirst() : text[...]
    let withoutBuild = plain.prefix { $0 != "+" }
    let core = withoutBuild.prefix { $0 != "-" }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.utf8.count <= 9 && part.first != "-" ? Int(part) : nil }
    guard (1...4).contains(parts.count), numbers.count == parts.count else { return nil }
    self.numbers = numbers + Array(repeating: 0, count: 4 - numbers.count)
    preRelease = String(withoutBuild.dropFirst(core.count + 1))
  }

  /// Whether it comes before a release.
  var isPreRelease: Bool { !preRelease.isEmpty }

  /// Whether nothing is settled yet: all numbers are zero.
  package var isZero: Bool { numbers.allSatisfy { $0 == 0 } }

  /// Orders by the numbers; a pre-release comes before its release.
  package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
    if left.preRelease.isEmpty || right.preRelease.isEmpty {
      return !left.preRelease.isEmpty && right.preRelease.isEmpty
    }
    return left.preRelease < right.preRelease
  }
}

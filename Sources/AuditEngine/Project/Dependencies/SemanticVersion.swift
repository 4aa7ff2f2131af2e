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

/// A version requirement of CocoaPods or Carthage, such as `~> 5.9`.
package struct VersionRequirement {
  private let comparison: Substring
  private let version: SemanticVersion
  /// How many numbers are written: `~> 1.2` allows 1.9, `~> 1.2.0` does not.
  private let precision: Int

  /// Reads a requirement, or gives `nil` for one that is not understood; a bare version means exactly that one.
  package init?(_ text: String) {
    let trimmed = text.drop { $0 == " " }
    let comparison = trimmed.prefix { "=<>!~".contains($0) }
    let number = trimmed.dropFirst(comparison.count).filter { $0 != " " }
    guard let version = SemanticVersion(String(number)), !version.isPreRelease,
      ["", "=", "==", ">", ">=", "<", "<=", "!=", "~>"].contains(comparison)
    else { return nil }
    (self.comparison, self.version) = (comparison, version)
    precision = number.split(separator: ".").count
  }

  /// Whether `candidate` satisfies the requirement; versions before a release always do, for want of one rule.
  ///
  /// With `keepsMajor`, `~>` allows everything up to the next major version, as Carthage does.
  package func allows(_ candidate: SemanticVersion, keepsMajor: Bool = false) -> Bool {
    guard !candidate.isPreRelease else { return true }
    switch comparison {
    case ">": return candidate > version
    case ">=": return candidate >= version
    case "<": return candidate < version
    case "<=": return candidate <= version
    case "!=": return candidate != version
    case "~>":
      let fixed = keepsMajor ? 1 : max(1, precision - 1)
      return candidate >= version
        && candidate.numbers.prefix(fixed).elementsEqual(version.numbers.prefix(fixed))
    default: return candidate == version
    }
  }
}

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

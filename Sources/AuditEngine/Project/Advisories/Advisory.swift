package import OmamoriCore
package import OmamoriReport

/// A published weakness of a component in some of its versions.
package struct Advisory: Sendable {
  /// Versions from one on and before another.
  package struct Range: Sendable {
    /// The first version concerned, or `nil` for every earlier one.
    package let from: SemanticVersion?
    /// The first version that is not concerned any more, or `nil` when none is known.
    package let fixed: SemanticVersion?

    /// Makes a range of versions written as text.
    package init(from: String? = nil, fixed: String?) {
      self.from = from.flatMap(SemanticVersion.init)
      self.fixed = fixed.flatMap(SemanticVersion.init)
      (self.fixedText, self.fromText) = (fixed, from)
    }

    /// The first sound version as it is written.
    package let fixedText: String?
    /// The first version concerned as it is written.
    package let fromText: String?

    /// Whether `version` is concerned.
    package func contains(_ version: SemanticVersion) -> Bool {
      if let from, version < from { return false }
      return fixed.map { version < $0 } ?? true
    }
  }

  /// The number under which it is published, such as `CVE-2025-0509`.
  package let id: String
  /// The component.
  package let package: PackageIdentity
  /// The versions concerned.
  package let ranges: [Range]
  /// How serious it is.
  package let severity: Severity
  /// What an attacker can do.
  package let summary: LocalizedText

  /// The day of the table that it is from.
  package var date = Advisories.date

  /// Makes an advisory.
  package init(
    _ id: String, _ package: String, _ ranges: [Range], _ severity: Severity, _ summary: LocalizedText
  ) {
    (self.id, self.package, self.ranges) = (id, PackageIdentity(package), ranges)
    (self.severity, self.summary) = (severity, summary)
  }

  /// The range that `version` lies in.
  package func range(of version: SemanticVersion) -> Range? { ranges.first { $0.contains(version) } }
}

package import OmamoriReport

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

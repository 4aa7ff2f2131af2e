import OmamoriReport

/// Quotes the lines around what rules about the project found, which keep no texts of files.
struct ProjectExcerpts {
  private let quotable: [String: SourceFile]

  /// Takes the files with their results; those in which secrets were masked are not quoted again.
  init(_ files: [SourceFile], _ results: [FileResult]) {
    var quotable: [String: SourceFile] = [:]
    for (file, result) in zip(files, results)
    where !result.hasSecrets && result.wasScanned && file.kind != .machO {
      quotable[file.path] = file
    }
    self.quotable = quotable
  }

  /// The findings with an excerpt wherever one may be shown; each file is read once.
  func filled(_ findings: [Finding]) -> [Finding] {
    var tables: [String: LineTable?] = [:]
    return findings.map { finding in
      guard finding.excerpt == nil, let file = quotable[finding.file] else { return finding }
      let table = tables[finding.file] ?? Self.lines(of: file)
      tables[finding.file] = .some(table)
      var filled = finding
      filled.excerpt = table?.excerpt(around: finding.region)
      return filled
    }
  }

  private static func lines(of file: SourceFile) -> LineTable? {
    guard let text = try? file.text(), !text.hasPrefix("bplist") else { return nil }
    return LineTable(Array(text.utf8))
  }
}

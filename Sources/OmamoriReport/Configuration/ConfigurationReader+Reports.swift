import OmamoriCore

/// Reads where a configuration has reports written.
extension ConfigurationReader {
  func reports(
    _ key: String, _ value: JSONValue
  ) throws(ReportError) -> [AuditConfiguration.ReportKind: String] {
    let kinds = AuditConfiguration.ReportKind.allCases
    let members = try object(key, value, kinds.map(\.rawValue))
    var reports: [AuditConfiguration.ReportKind: String] = [:]
    for kind in kinds {
      guard let value = members[kind.rawValue] else { continue }
      let path = try text("\(key).\(kind.rawValue)", value)
      guard Self.isPlain(path), kind.endings.contains(where: path.hasSuffix), !reports.values.contains(path)
      else {
        throw .wrongValue(
          key: "\(key).\(kind.rawValue)", expected: "\"build/\(kind.rawValue)\(kind.endings[0])\"")
      }
      reports[kind] = path
    }
    return reports
  }

  /// Whether a path leads to a file below the folder, through nothing that tools keep their settings in.
  private static func isPlain(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".") && !part.contains { "*?\0".contains($0) }
    }
  }
}

extension AuditConfiguration.ReportKind {
  /// How the names of such files end, so that a report never passes for something else.
  fileprivate var endings: [String] {
    switch self {
    case .json, .sbom: [".json"]
    case .sarif: [".sarif", ".sarif.json"]
    case .html: [".html"]
    }
  }
}

import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriReport

/// Where a configuration may have reports written: whoever wrote it may be a stranger.
extension ConfigurationFile {
  /// The paths of the reports that the configuration names.
  ///
  /// - Throws: ``AuditFault`` when a link leads elsewhere, or something that is no report of Omamori would be lost.
  func reports() throws -> [AuditConfiguration.ReportKind: String] {
    var paths: [AuditConfiguration.ReportKind: String] = [:]
    for (kind, name) in value.reports.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      paths[kind] = try report(kind, name)
    }
    return paths
  }

  private func report(_ kind: AuditConfiguration.ReportKind, _ name: String) throws -> String {
    let path = folder + "/" + name
    let root = OutputPlace.resolved(folder)
    // A link is never followed, one that leads nowhere included, which would be taken for a new name.
    guard OutputPlace.resolved(path) == (root == "/" ? "" : root) + "/" + name, !Self.isLink(path) else {
      throw AuditFault.options(
        HelpText(
          "\(Printable.quote(name)), a report in \(Printable.quote(self.name)), is reached through a link",
          ja: "\(Printable.quote(self.name)) の reports にある \(Printable.quote(name)) はリンクを経由しています"),
        hint: HelpText(
          "name a file that is reached without a link, or give --output on the command line",
          ja: "リンクを経由しないファイルを指定するか、コマンドラインで --output を指定してください"))
    }
    guard let status = FileStatus(at: path) else { return path }
    let start = status.kind == .file ? try SmallFile.start(of: path, count: 2048) : []
    guard kind.isReport(startingWith: String(decoding: start, as: UTF8.self)) else {
      throw AuditFault.options(
        HelpText(
          """
          \(Printable.quote(name)), a report in \(Printable.quote(self.name)), would replace what is no report of \
          Omamori
          """,
          ja: """
            \(Printable.quote(self.name)) の reports にある \(Printable.quote(name)) は Omamori のレポートではないため、\
            上書きしません
            """),
        hint: HelpText(
          "move the file away, or name another one in “reports”", ja: "ファイルを移動するか、reports に別の名前を指定してください"))
    }
    return path
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }
}

extension AuditConfiguration.ReportKind {
  /// Whether a file that begins with `text` is an earlier report of this kind, as Omamori writes it.
  fileprivate func isReport(startingWith text: String) -> Bool {
    switch self {
    case .json: text.hasPrefix("{") && text.contains("\"schemaVersion\"") && Self.isOurs(text)
    case .sarif: text.hasPrefix("{") && text.contains("sarif-schema-2.1.0") && Self.isOurs(text)
    case .html: text.hasPrefix("<!DOCTYPE html>") && text.contains("content=\"Omamori ")
    case .sbom: text.hasPrefix("{") && text.contains("\"CycloneDX\"") && Self.isOurs(text)
    }
  }

  private static func isOurs(_ text: String) -> Bool { text.contains("\"name\": \"omamori\"") }
}

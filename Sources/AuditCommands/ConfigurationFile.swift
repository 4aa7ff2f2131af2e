import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

/// The configuration that an audit follows, with where it was found.
struct ConfigurationFile {
  /// The path, to read from.
  let path: String
  /// The path as reports show it.
  let name: String
  /// What it says.
  let value: AuditConfiguration

  /// The folder that its paths are relative to.
  var folder: String { OutputPlace.folder(of: path) }

  /// The path of the plain file that a `name` in the configuration means; `nil` when there is none.
  ///
  /// A link that leads out of the configuration's folder counts as none: whoever wrote the configuration may be a stranger,
  /// who is to read nothing else.
  func file(_ name: String) -> String? {
    let file = folder + "/" + name
    guard case .success(let status) = FileStatus.of(file), status.kind == .file else { return nil }
    let root = OutputPlace.resolved(folder)
    return OutputPlace.resolved(file).hasPrefix(root == "/" ? root : root + "/") ? file : nil
  }

  /// The configuration that was named, or the nearest one above what is audited; `nil` when there is none.
  ///
  /// The search ends at the root of the repository. Outside a repository only the audited folder itself is looked at: what
  /// lies above may be anybody's.
  static func find(_ named: String?, auditing path: String) throws -> ConfigurationFile? {
    guard let place = place(named, auditing: path) else { return nil }
    return try read(place.path, name: place.name)
  }

  /// Where the configuration is, whatever it says, and its path as reports show it.
  static func place(_ named: String?, auditing path: String) -> (path: String, name: String)? {
    if let named { return (named, named) }
    let folder = AuditedFolder(path)
    let inside = folder.pathInRepository
    for level in 0...inside.split(separator: "/").count {
      let above = folder.absolute.split(separator: "/").dropLast(level).joined(separator: "/")
      let candidate = (above.isEmpty ? "" : "/") + above + "/" + AuditConfiguration.fileName
      guard case .success(let status) = FileStatus.of(candidate), status.kind == .file else { continue }
      let name = String(repeating: "../", count: level) + AuditConfiguration.fileName
      return (candidate, name)
    }
    return nil
  }

  private static func read(_ path: String, name: String) throws -> ConfigurationFile {
    let bytes = try SmallFile.readNamed(path, limit: AuditConfiguration.sizeLimit)
    do throws(ReportError) {
      let value = try AuditConfiguration(bytes, rules: RuleCatalog.metadata.map(\.id))
      return ConfigurationFile(path: path, name: name, value: value)
    } catch {
      throw AuditFault.document(
        path: name, error,
        hint: HelpText(
          "'omamori schema config' describes this file",
          ja: "このファイルの書式は「omamori schema config」で確認できます"))
    }
  }
}

extension AuditFault {
  /// A configuration, baseline or report that cannot be used.
  static func document(path: String, _ error: ReportError, hint: HelpText) -> AuditFault {
    let message = error.message
    let quoted = Printable.quote(path)
    return .options(
      HelpText("\(quoted): \(message.english)", ja: "\(quoted): \(message.japanese)"), hint: hint)
  }
}

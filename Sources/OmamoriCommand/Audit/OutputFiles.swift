import CommandLineKit
import OmamoriCore
import AuditEngine
import AuditRules

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The files that reports go to, checked before the work begins.
struct OutputFiles {
  /// The reports that lie in the audited folder, by their paths below it.
  let insideAuditedFolder: Set<String>

  /// Takes the names as they were typed.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - path: What is audited.
  ///   - inputs: The other files that are read, which no report may replace.
  /// - Throws: When a report would replace what is audited, or its folder does not exist: a long audit for nothing.
  init(_ names: [String], auditing path: String, reading inputs: [String] = []) throws {
    let audited = [Self.place(path)] + inputs.map(Self.place)
    let root = AuditedFolder(path).absolute
    var inside: Set<String> = []
    var places: Set<String> = []
    for name in names {
      let place = Self.place(name)
      guard places.insert(place).inserted else {
        throw CommandFault.options(
          HelpText(
            "two outputs cannot share the file \(Printable.quote(name))",
            ja: "2 つの出力を同じファイル \(Printable.quote(name)) に書き込むことはできません"),
          hint: HelpText("give each of them a name of its own", ja: "それぞれに別の名前を指定してください"))
      }
      guard !audited.contains(place), !Self.isSource(place, below: root) else {
        throw CommandFault.options(
          HelpText(
            "the report would replace \(Printable.quote(name)), which is read",
            ja: "読み込み対象の \(Printable.quote(name)) がレポートで上書きされます"),
          hint: HelpText("give --output another name", ja: "--output に別の名前を指定してください"))
      }
      guard !Self.leadsAway(name, place, root) else {
        throw CommandFault.options(
          HelpText(
            "\(Printable.quote(name)) is a link in what is audited, which may lead anywhere",
            ja: "\(Printable.quote(name)) は監査対象内のリンクで、別の場所につながっている可能性があります"),
          hint: HelpText(
            "remove the link, or give a name outside of the audited folder",
            ja: "リンクを削除するか、監査対象の外の名前を指定してください"))
      }
      let folder = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
      guard FileManager.default.fileExists(atPath: folder.isEmpty ? "/" : folder) else {
        throw CommandLineError.writeFailed(path: name, code: ENOENT)
      }
      if place.hasPrefix(root + "/") { inside.insert(String(place.dropFirst(root.count + 1))) }
    }
    insideAuditedFolder = inside
  }

  /// Whether a file that is there, below the audited folder, has the name of something that no report is.
  private static func isSource(_ place: String, below root: String) -> Bool {
    guard place.hasPrefix(root + "/"), FileStatus(at: place)?.kind == .file else { return false }
    switch FileKindClassifier.kind(named: place) {
    case nil, .json, .html, .text, .other: return false
    default: return true
    }
  }

  /// Whether `name` lies in the audited folder and a link in that folder has it mean another file: the folder may be a
  /// stranger's, and a report would replace whatever the link leads to.
  private static func leadsAway(_ name: String, _ place: String, _ root: String) -> Bool {
    var (outside, inside) = ("", nil as String?)
    for part in URL(filePath: name).standardizedFileURL.path.split(separator: "/") {
      if let folder = inside {
        inside = folder + "/" + part
      } else {
        outside += "/" + part
        if URL(filePath: outside).resolvingSymlinksInPath().path == root { inside = root }
      }
    }
    return inside.map { $0 != place } ?? false
  }

  /// The absolute path of a file without links; two names of one file give the same.
  static func place(_ name: String) -> String {
    let url = URL(filePath: name).standardizedFileURL
    if FileManager.default.fileExists(atPath: url.path) { return url.resolvingSymlinksInPath().path }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
    return folder == "/" ? "/" + url.lastPathComponent : folder + "/" + url.lastPathComponent
  }
}

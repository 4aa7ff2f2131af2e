import CommandLineKit
import CommandSupport
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
    let audited = [OutputPlace.resolved(path)] + inputs.map(OutputPlace.resolved)
    let root = AuditedFolder(path).absolute
    var inside: Set<String> = []
    var places: Set<String> = []
    for name in names {
      let place = OutputPlace.resolved(name)
      guard places.insert(place).inserted else {
        throw AuditFault.options(
          HelpText(
            "two outputs cannot share the file \(Printable.quote(name))",
            ja: "2 つの出力を同じファイル \(Printable.quote(name)) に書き込むことはできません"),
          hint: HelpText("give each of them a name of its own", ja: "それぞれに別の名前を指定してください"))
      }
      guard !audited.contains(place), !Self.isSource(place, below: root) else {
        throw AuditFault.options(
          HelpText(
            "the report would replace \(Printable.quote(name)), which is read",
            ja: "読み込み対象の \(Printable.quote(name)) がレポートで上書きされます"),
          hint: HelpText("give --output another name", ja: "--output に別の名前を指定してください"))
      }
      guard !Self.leadsAway(name, place, root) else {
        throw AuditFault.options(
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
}

/// The folder that the file names of a report are relative to.
struct AuditedFolder {
  /// Its absolute path without links.
  let absolute: String

  /// Takes the path as it was typed: a folder, or a file in it.
  init(_ path: String) {
    let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    let folder = exists && !isFolder ? url.deletingLastPathComponent() : url
    absolute = folder.path
  }

  /// The folder relative to the root of the git repository around it; empty for the root itself or without one.
  var pathInRepository: String {
    var parts = absolute.split(separator: "/").map(String.init)
    var inside: [String] = []
    while !parts.isEmpty {
      let root = "/" + parts.joined(separator: "/")
      if FileManager.default.fileExists(atPath: root + "/.git") { return inside.joined(separator: "/") }
      inside.insert(parts.removeLast(), at: 0)
    }
    return ""
  }
}

import CommandLineKit
import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The files that reports go to, checked before the work begins.
struct OutputFiles {
  /// Patterns, tied to the audited folder, of the reports that lie in it.
  let insideAuditedFolder: [String]

  /// Takes the names as they were typed.
  ///
  /// - Throws: When a report would replace what is audited, or its folder does not exist: a long audit for nothing.
  init(_ names: [String], auditing path: String) throws {
    let audited = Self.place(path)
    let root = AuditedFolder(path).absolute
    var inside: [String] = []
    for name in names {
      let place = Self.place(name)
      guard place != audited else {
        throw CommandFault.options(
          HelpText(
            "the report would replace \(Printable.quote(name)), which is audited",
            ja: "監査対象の \(Printable.quote(name)) がレポートで上書きされます"),
          hint: HelpText("give --output another name", ja: "--output に別の名前を指定してください"))
      }
      let folder = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
      guard FileManager.default.fileExists(atPath: folder.isEmpty ? "/" : folder) else {
        throw CommandLineError.writeFailed(path: name, code: ENOENT)
      }
      if place.hasPrefix(root + "/") { inside.append(String(place.dropFirst(root.count))) }
    }
    insideAuditedFolder = inside
  }

  /// The absolute path of a file without links; two names of one file give the same.
  static func place(_ name: String) -> String {
    let url = URL(filePath: name).standardizedFileURL
    if FileManager.default.fileExists(atPath: url.path) { return url.resolvingSymlinksInPath().path }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
    return folder == "/" ? "/" + url.lastPathComponent : folder + "/" + url.lastPathComponent
  }
}

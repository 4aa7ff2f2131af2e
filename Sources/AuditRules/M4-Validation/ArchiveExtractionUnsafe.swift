import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Entries of an archive written wherever their names lead.
struct ArchiveExtractionUnsafe: SwiftRule {
  static let metadata = RuleMetadata(
    id: "archive-extraction-unsafe",
    title: LocalizedText("Archive unpacked without checking names", ja: "名前を確認しないアーカイブの展開"),
    why: LocalizedText(
      """
      An entry called ../../Library/… or a link in the archive leads out of the folder: unpacking it \
      overwrites files of the app.
      """,
      ja: """
        ../../Library/… という名前のエントリーやシンボリックリンクは、展開先フォルダの外を指します。\
        展開するだけでアプリのファイルが上書きされます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Standardize each path and refuse entries that do not begin with the folder, links, absolute names \
        and doubles; limit sizes and number.
        """,
        ja: """
          パスを標準化し、展開先で始まらないエントリー、リンク、絶対パス、重複する名前を拒否してください。\
          サイズと個数にも上限を設けてください。
          """)),
    severity: .medium, confidence: .medium, cwe: [22], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func unpack(_ file: URL) throws {
          let archive = try Archive(url: file, accessMode: .read)
          for entry in archive {
            _ = try archive.extract(entry, to: folder.appendingPathComponent(entry.path))
          }
        }
        """,
      good: """
        func unpack(_ file: URL) throws {
          let archive = try Archive(url: file, accessMode: .read)
          for entry in archive {
            let place = folder.appendingPathComponent(entry.path).standardizedFileURL
            guard place.path.hasPrefix(folder.path + "/") else { throw Failure.name }
            _ = try archive.extract(entry, to: place)
          }
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["appendingPathComponent", "appending", "stringByAppendingPathComponent"] {
      for call in source.facts.calls(name) {
        guard let component = call.arguments.first,
          component.label == nil || ["path", "component"].contains(component.label ?? ""),
          let entry = entry(in: component.value, call, source),
          let function = source.facts.function(around: call.scope), !isChecked(function, source)
        else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "The name of \(entry) is appended to the folder without a check for \"..\" and \"/\".",
            ja: "\(entry) の名前が、「..」や「/」の確認なしに展開先へ追加されています。"))
      }
    }
    for call in source.facts.calls("extract") + source.facts.calls("unzipItem") {
      guard let allowed = call.argument("allowUncontainedSymlinks"),
        source.fold(allowed, in: call.scope).boolean == true
      else { continue }
      report.add(
        Self.self, at: allowed.utf8Range,
        LocalizedText(
          "Links of the archive may lead out of the folder.", ja: "アーカイブ内のリンクが展開先の外を指せます。"),
        confidence: .high)
    }
  }

  /// The variable of the loop over an archive whose name `component` is: `entry.path`, `info.name`.
  private func entry(in component: ExprSyntax, _ call: Call, _ source: SwiftSource) -> String? {
    guard let name = Self.entryName(component, source, call.scope) else { return nil }
    var node = Syntax(call.node)
    for _ in 0..<48 {
      guard let parent = node.parent else { return nil }
      if let loop = parent.as(ForStmtSyntax.self),
        loop.pattern.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == name })
      {
        return isArchive(loop.sequence, call.scope, source) ? name : nil
      }
      if parent.is(FunctionDeclSyntax.self) { return nil }
      node = parent
    }
    return nil
  }

  private static func entryName(_ component: ExprSyntax, _ source: SwiftSource, _ scope: ScopeID) -> String? {
    var path = NamePath.of(component)
    // `let name = entry.path`
    if path.count == 1, let value = source.binding(named: path[0], from: scope)?.value {
      path = NamePath.of(value)
    }
    guard path.count >= 2, path.dropFirst().allSatisfy({ members.contains($0) }) else { return nil }
    return path[0]
  }

  private func isArchive(_ sequence: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let path = NamePath.of(sequence)
    if let call = Call(sequence, scope: scope) {
      return call.receiverPath.contains(where: Self.archives.contains)
        || ["entries", "contentsOfArchive", "files"].contains(call.name)
          && Self.namesArchive(call.receiverPath)
    }
    if path.last == "entries" || path.last == "files", Self.namesArchive(path.dropLast()) { return true }
    guard let name = path.last else { return false }
    if let binding = source.binding(named: name, from: scope) {
      if let type = binding.type?.writtenName {
        let words = Set(Words.of(type))
        // `[ArchiveEntry]`, `[ZipEntry]`
        return Self.archives.contains(type)
          || words.contains("entry") && !words.isDisjoint(with: ["archive", "zip", "tar"])
      }
      guard let value = binding.value, binding.kind != .parameter else { return false }
      if let call = Call(value, scope: scope) {
        return Self.archives.contains(call.name) || call.receiverPath.contains(where: Self.archives.contains)
      }
      return false
    }
    return false
  }

  private static func namesArchive(_ path: some Sequence<String>) -> Bool {
    path.contains { name in
      !Set(Words.of(name)).isDisjoint(with: ["archive", "zip", "tar", "unzipper"])
    }
  }

  private func isChecked(_ function: Function, _ source: SwiftSource) -> Bool {
    source.once(Self.self, function.scope) {
      Self.checks.contains { !source.facts.references($0, in: function.scope).isEmpty }
        || source.facts.calls(in: function.scope).contains { call in
          !Set(Words.of(call.name)).isDisjoint(with: Self.checkWords)
            || ["contains", "hasPrefix"].contains(call.name)
              && call.receiver?.tokens(viewMode: .sourceAccurate).contains { Self.members.contains($0.text) }
                == true
        }
    }
  }

  private static let archives: Set = [
    "Archive", "ZipFile", "ZipArchive", "TarContainer", "ZipContainer", "SevenZipContainer", "ZipReader",
    "Unzipper",
  ]
  private static let members: Set = [
    "path", "name", "fileName", "filename", "info", "relativePath", "entryPath",
  ]
  private static let checks = [
    "standardized", "standardizedFileURL", "resolvingSymlinksInPath", "standardizingPath",
    "lastPathComponent",
  ]
  private static let checkWords: Set = [
    "sanitize", "sanitized", "validate", "validated", "safe", "contained",
  ]
}

extension ArchiveExtractionUnsafe: FlowRule {
  static let places: FlowSinkClass = [.path, .inflation]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    if arrival.sinkClass == .inflation {
      return LocalizedText(
        "\(arrival.origin.english) is unpacked by \(arrival.sink) without a limit; a small file can become gigabytes.",
        ja: "\(arrival.origin.japanese)が \(arrival.sink) で上限なしに展開され、小さなファイルでも数ギガバイトに膨らむことがあります。")
    }
    guard arrival.kind == .archive else { return nil }
    return LocalizedText(
      "\(arrival.origin.english) becomes part of a path without a check; “../” in it leads out of the folder.",
      ja: "\(arrival.origin.japanese)が確認なしにパスの一部になり、含まれる「../」で展開先の外を指せます。")
  }
}

extension ArchiveExtractionUnsafe: ObjectiveCRule {
  /// Looks for libarchive writing files without being told to refuse `..`.
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let flags = "ARCHIVE_EXTRACT_SECURE_NODOTDOT"
    for call in source.calls("archive_read_extract", "archive_write_disk_set_options").prefix(32) {
      let body = call.function.map { source.functions[$0].body } ?? call.tokens
      guard !source.tokens[body].contains(where: { $0.text == flags }) else { continue }
      report.add(
        Self.self, at: source.bytes(of: call.tokens),
        LocalizedText(
          "libarchive writes each entry wherever its name leads; \(flags) is not among the options.",
          ja: "libarchive はエントリーの名前が指す場所にそのまま書き込みます。オプションに \(flags) がありません。"))
    }
  }
}

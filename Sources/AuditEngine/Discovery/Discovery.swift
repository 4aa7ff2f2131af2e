import OmamoriCore
import OmamoriReport

/// Finds out what there is to audit at a path, without running or changing anything.
package struct Discovery {
  private let options: DiscoveryOptions

  /// Makes a discovery.
  package init(options: DiscoveryOptions = DiscoveryOptions()) { self.options = options }

  /// Lists what lies at `path`: a folder, an `.xcodeproj` or `.xcworkspace` (then the folder around it), a file, an
  /// `.app` or an `.ipa`.
  ///
  /// - Throws: ``DiscoveryError`` when nothing can be audited; files that cannot be read are listed instead.
  package func inventory(at path: String) throws(DiscoveryError) -> Inventory {
    var place = path
    while place.count > 1 && place.hasSuffix("/") { place.removeLast() }
    if place.hasSuffix(".xcodeproj") || place.hasSuffix(".xcworkspace") {
      place = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
    }
    let status = try asking { () throws(SystemFailure) in try FileStatus.of(place).get() }
    switch status.kind {
    case .folder: return try folder(at: place, givenAs: path)
    case .file: return try file(at: place, givenAs: path)
    case .link, .other: throw .notAFile
    }
  }

  /// Asks the system for something about the path a person gave.
  private func asking<Answer>(
    _ question: () throws(SystemFailure) -> Answer
  ) throws(DiscoveryError) -> Answer {
    do {
      return try question()
    } catch {
      throw error.isAbsence ? .notFound : .unreadable(error.message)
    }
  }

  // MARK: - Folders

  private func folder(at place: String, givenAs path: String) throws(DiscoveryError) -> Inventory {
    let root = try asking { () throws(SystemFailure) in try OpenFile(following: place) }
    guard let real = OpenFile.resolved(Array(place.utf8)) else { throw .notFound }
    var walk = FolderWalk(root: root, realRoot: real, options: options)
    try walk.run()
    let found = walk.files.map { found in
      SourceFile(
        path: found.path.display, kind: .other, context: .app, size: found.status.size,
        content: .file(root, found.path, found.status))
    }
    let isBundle = place.hasSuffix(".app") || place.hasSuffix(".xcarchive")
    return sorted(found, walk.skipped, path: path, isBundle: isBundle) { files in
      if isBundle { return .appBundle }
      return Self.kind(ofTree: files)
    }
  }

  private static func kind(ofTree files: [SourceFile]) -> AuditTarget.Kind {
    func isProject(_ file: SourceFile) -> Bool {
      file.kind == .xcodeProject || file.kind == .xcodeWorkspace && file.folder.hasSuffix(".xcworkspace")
    }
    func isAtRoot(_ file: SourceFile) -> Bool { !file.folder.contains("/") }
    if files.contains(where: { isProject($0) && isAtRoot($0) && !$0.path.hasPrefix(".") }) {
      return .xcodeProject
    }
    if files.contains(where: { $0.kind == .packageManifest && $0.folder.isEmpty }) { return .swiftPackage }
    let isAnywhere = files.contains { $0.kind == .xcodeProject && $0.context == .app }
    return isAnywhere ? .xcodeProject : .sourceTree
  }

  // MARK: - Single files and archives

  private func file(at place: String, givenAs path: String) throws(DiscoveryError) -> Inventory {
    let (open, status, start) = try asking { () throws(SystemFailure) in
      let open = try OpenFile(following: place)
      return (open, try open.status(), try open.read(at: 0, count: 4))
    }
    guard status.kind == .file else { throw .notAFile }
    let name = place.split(separator: "/").last.map(String.init) ?? place
    if start == [0x50, 0x4B, 0x03, 0x04] || name.hasSuffix(".ipa") {
      return try archive(ArchiveBytes(open, count: status.size), path: path)
    }
    let file = SourceFile(
      path: DisplayName.text(of: Array(name.utf8)), kind: .other, context: .app, size: status.size,
      content: .file(open, .root, status))
    return sorted([file], [], path: path, isBundle: false) { files in
      switch files.first?.kind {
      case .infoPlist, .propertyList, .entitlements, .privacyManifest: .propertyList
      default: .file
      }
    }
  }

  private func archive(_ bytes: ArchiveBytes, path: String) throws(DiscoveryError) -> Inventory {
    let archive: ZipArchive
    do {
      archive = try ZipArchive(bytes)
    } catch {
      throw .archive(error)
    }
    let found = archive.entries.filter { !$0.isFolder }.map { entry in
      SourceFile(
        path: DisplayName.text(of: Array(entry.name.utf8)), kind: .other, context: .app,
        size: entry.uncompressedSize, content: .entry(archive, entry))
    }
    let isApp = found.contains { $0.path.hasPrefix("Payload/") }
    return sorted(found, [], path: path, isBundle: isApp) { files in
      isApp ? .ipa : Self.kind(ofTree: files)
    }
  }

  // MARK: - Classification

  /// Classifies what was found and divides it into what is examined and what is only known.
  private func sorted(
    _ found: [SourceFile], _ skipped: [SkippedFile], path: String, isBundle: Bool,
    kind: ([SourceFile]) -> AuditTarget.Kind
  ) -> Inventory {
    let patterns = options.exclude.map(PathPattern.init)
    var (files, skipped, showsApp) = ([SourceFile](), skipped, isBundle)
    for raw in found where !options.reports.contains(raw.path) {
      if !patterns.isEmpty,
        patterns.contains(where: { $0.matches(RelativePath(bytes: Array(raw.path.utf8))) })
      {
        continue
      }
      do {
        let (file, declaresApp) = try classified(raw, isBundle: isBundle, looksForApp: !showsApp)
        let limit = options.sizeLimit(of: file.kind)
        if file.size > limit, file.kind != .other {
          skipped.append(Self.tooLarge(file, limit: limit))
          continue
        }
        files.append(file)
        showsApp = showsApp || declaresApp && file.context == .app
      } catch {
        skipped.append(error.skipped)
      }
    }
    let copies = FolderSet(isBundle ? [] : VendoredCopies.folders(in: files))
    files = files.map { copies.contains($0.path) ? $0.with(context: .vendor) : $0 }
    let layout = ProjectLayout(files, declaresApp: showsApp)
    skipped += layout.skipped
    files = files.map { ContextRule.judged(layout.refined($0), by: options.overrides) }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let kind = kind(files)
    let included = options.contexts
    let identity = AppIdentity(files: files, layout: layout)
    return Inventory(
      target: AuditTarget(
        path: path, kind: kind, isApp: showsApp || layout.showsApp,
        bundleIdentifier: identity.bundleIdentifier, version: identity.version),
      layout: layout,
      files: files.filter { included.contains($0.context) },
      others: files.filter { !included.contains($0.context) },
      skipped: skipped.sorted { $0.file < $1.file })
  }

  private func classified(
    _ raw: SourceFile, isBundle: Bool, looksForApp: Bool
  ) throws(FileReadFailure) -> (file: SourceFile, declaresApp: Bool) {
    let context = isBundle ? nil : PathContext.context(ofPath: raw.path)
    var kind = FileKindClassifier.kind(named: raw.path)
    if kind == nil, context == nil {
      kind = FileKindClassifier.kind(startingWith: try raw.firstBytes(FileKindClassifier.prefixLength))
    }
    let file = raw.with(kind: kind ?? .other, context: context ?? (kind == .script ? .script : .app))
    guard context == nil, file.size <= options.sizeLimit(of: file.kind) else { return (file, false) }
    switch file.kind {
    case .swift, .objectiveC, .c, .cPlusPlus, .header:
      let start = try raw.firstBytes(ContentContext.prefixLength)
      let judged = ContentContext.context(startingWith: start)
      let declaresApp =
        looksForApp && judged == nil && file.kind != .header && ContentContext.declaresApp(start)
      return (file.with(context: judged ?? .app), declaresApp)
    default: return (file, false)
    }
  }

  private static func tooLarge(_ file: SourceFile, limit: Int) -> SkippedFile {
    SkippedFile(
      file: file.path, reason: .tooLarge,
      message: LocalizedText(
        "\(file.size) bytes, more than the limit of \(limit); raise it with --max-file-size to examine the file",
        ja: "\(file.size) バイトあり、上限の \(limit) バイトを超えています。調べるには --max-file-size で上限を上げてください"))
  }
}

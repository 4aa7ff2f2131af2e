import OmamoriCore
import OmamoriReport

/// Lists every file below a folder without following a link or opening anything but folders.
struct FolderWalk {
  /// A file that was found.
  struct Found: Sendable {
    let path: RelativePath
    let status: FileStatus
  }

  /// The files, in the order of their paths' bytes within each folder.
  private(set) var files: [Found] = []
  /// What could not be listed, and why.
  private(set) var skipped: [SkippedFile] = []

  private let root: OpenFile
  private let realRoot: [UInt8]
  private let options: DiscoveryOptions
  private let exclude: [PathPattern]
  private var seenFolders: Set<FileStatus.Identity> = []
  private var pending: [RelativePath] = [.root]

  /// Prepares a walk below `root`, whose path without links is `realRoot`.
  init(root: OpenFile, realRoot: [UInt8], options: DiscoveryOptions) {
    (self.root, self.realRoot, self.options) = (root, realRoot, options)
    exclude = options.exclude.map(PathPattern.init)
  }

  /// Walks the whole tree.
  mutating func run() throws(DiscoveryError) {
    while let path = pending.popLast() {
      let (folder, names): (OpenFile, [[UInt8]])
      do {
        folder = try root.opening(path, folder: true)
        guard seenFolders.insert(try folder.status().identity).inserted else {
          skip(
            path, .link,
            LocalizedText(
              "the same folder was already visited under another name", ja: "同じフォルダを別の名前で調べ済みです"))
          continue
        }
        names = try folder.names()
      } catch {
        skip(path, .unreadable, error.message)
        continue
      }
      try sort(names, of: folder, at: path)
    }
  }

  private mutating func sort(_ names: [[UInt8]], of folder: OpenFile, at path: RelativePath)
    throws(DiscoveryError)
  {
    var folders: [RelativePath] = []
    for name in names {
      let entry = path.appending(name)
      if exclude.contains(where: { $0.matches(entry) }) { continue }
      let status: FileStatus
      do {
        status = try folder.status(of: name)
      } catch {
        skip(entry, .unreadable, error.message)
        continue
      }
      switch status.kind {
      case .file:
        guard files.count < options.fileLimit else { throw .tooManyFiles(options.fileLimit) }
        files.append(Found(path: entry, status: status))
      case .folder:
        if Self.isHidden(name) { continue }
        if entry.depth > options.depthLimit {
          skip(
            entry, .tooLarge,
            LocalizedText(
              "folders are nested more than \(options.depthLimit) levels deep",
              ja: "フォルダの入れ子が \(options.depthLimit) 段を超えています"))
        } else {
          folders.append(entry)
        }
      case .link:
        noteLink(entry)
      case .other:
        skip(
          entry, .special,
          LocalizedText(
            "a pipe, socket or device; it was not opened", ja: "パイプ、ソケット、デバイスのため開いていません"))
      }
    }
    pending += folders.reversed()
  }

  /// Folders whose names begin with a dot belong to tools, except those that state facts about the project.
  private static func isHidden(_ name: [UInt8]) -> Bool {
    guard name.first == UInt8(ascii: ".") else { return false }
    return ![".build", ".github", ".swiftpm"].contains { name.elementsEqual($0.utf8) }
  }

  /// A link to something inside the tree needs no note: its target is listed under its own name.
  private mutating func noteLink(_ path: RelativePath) {
    guard let target = OpenFile.resolved(realRoot + [0x2F] + path.bytes) else {
      skip(
        path, .link,
        LocalizedText("a link that leads nowhere or in a circle", ja: "リンク先がないか、循環しているリンクです"))
      return
    }
    let prefix = realRoot == [0x2F] ? realRoot : realRoot + [0x2F]
    if target != realRoot && !target.starts(with: prefix) {
      skip(
        path, .link,
        LocalizedText(
          "a link that leads out of the audited folder; audit its target by itself",
          ja: "監査対象のフォルダの外へ出るリンクです。リンク先は個別に監査してください"))
    }
  }

  private mutating func skip(_ path: RelativePath, _ reason: SkippedFile.Reason, _ message: LocalizedText) {
    let name = path.bytes.isEmpty ? "." : path.display
    skipped.append(SkippedFile(file: name, reason: reason, message: message))
  }
}

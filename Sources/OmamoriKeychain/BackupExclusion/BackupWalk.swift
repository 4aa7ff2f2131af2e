import OmamoriCore

/// Goes through a folder for a report.
struct BackupWalk {
  private(set) var report = BackupReport()
  private let limit: Int
  private var seen = 0

  init(limit: Int) { self.limit = max(1, limit) }

  /// Looks at a file or folder and, below a folder, at everything.
  ///
  /// - Parameters:
  ///   - target: The open file or folder.
  ///   - name: Its path from the root.
  ///   - isTagged: Whether a folder above is tagged, so that this is left out with it.
  ///   - depth: How deep this is; the recursion ends at 64.
  mutating func visit(_ target: BackupTarget, named name: String, isTagged: Bool, depth: Int) {
    guard seen < limit else {
      report.isComplete = false
      return
    }
    seen += 1
    var states = BackupExclusion.status(of: target).states
    if isTagged { states[.cacheDirectoryTag] = .excluded }
    report.add(BackupReport.Entry(path: name, status: BackupStatus(states)))
    guard target.isFolder else { return }
    guard depth < BackupExclusion.greatestDepth else {
      report.isComplete = false
      return
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: target.path) else {
      report.skip(name)
      return
    }
    let isTagged = states[.cacheDirectoryTag] == .excluded
    for child in names.sorted() {
      let path = name == "." ? child : "\(name)/\(child)"
      guard let next = try? BackupTarget("\(target.path)/\(child)") else {
        report.skip(path)
        continue
      }
      visit(next, named: path, isTagged: isTagged, depth: depth + 1)
      if !report.isComplete && seen >= limit { return }
    }
  }
}

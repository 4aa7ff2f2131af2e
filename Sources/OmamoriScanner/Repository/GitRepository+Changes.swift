extension GitRepository {
  /// The lines of the files of `inventory` that are new or different since `base`.
  ///
  /// Compared are the files as they lie there with the commit at which `HEAD` and `base` parted, so that what others
  /// changed on their branch meanwhile does not count.
  ///
  /// - Parameters:
  ///   - base: A branch, a tag or a commit: `origin/main`, `v1.2`, `HEAD~1`.
  ///   - inventory: What is audited; it lies in the working tree of this repository.
  /// - Returns: The lines, by file.
  /// - Throws: ``GitError`` when `base` names nothing.
  package func changedLines(since base: String, in inventory: Inventory) throws(GitError) -> ChangedLines {
    let wanted = try resolve(base)
    let parted = (try? resolve("HEAD")).flatMap { mergeBase($0, wanted) } ?? wanted
    guard let (_, commit) = commit(parted) else { throw .unknownRevision(base) }
    var before: [String: GitObjectID] = [:]
    collect(commit.tree, "", &before)
    let start = prefix.isEmpty ? "" : prefix + "/"
    var files: [String: ChangedLines.Lines] = [:]
    for file in inventory.files + inventory.others {
      guard let id = before[start + file.path] else {
        files[file.path] = .all
        continue
      }
      guard let old = object(id), let new = try? file.bytes() else {
        files[file.path] = .all
        continue
      }
      guard old.bytes != new else { continue }
      let ranges = LineDifference.changed(from: old.bytes, to: new)
      if !ranges.isEmpty { files[file.path] = .ranges(ranges) }
    }
    return ChangedLines(base: base, files: files)
  }

  /// The paths of the files that the latest commit holds below the audited folder; empty without a commit.
  func committedPaths() -> Set<String> {
    guard let head = try? resolve("HEAD"), let (_, commit) = commit(head) else { return [] }
    var files: [String: GitObjectID] = [:]
    collect(commit.tree, "", &files)
    let start = prefix.isEmpty ? "" : prefix + "/"
    return Set(files.keys.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) })
  }

  /// The files of a commit by their paths, as many as can be.
  private func collect(
    _ tree: GitObjectID, _ path: String, _ files: inout [String: GitObjectID]
  ) {
    var (waiting, folders) = ([(tree, path, 0)], 0)
    while let (id, path, depth) = waiting.popLast(), files.count < 1_000_000, folders < 500_000 {
      folders += 1
      guard depth < 256, waiting.count < 1_000_000, let object = object(id), object.kind == .tree else {
        continue
      }
      for entry in GitTree(object.bytes).entries {
        let name = DisplayName.text(of: entry.name)
        let inner = path.isEmpty ? name : path + "/" + name
        guard inner.utf8.count <= Self.longestPath else { continue }
        switch entry.form {
        case .folder: waiting.append((entry.id, inner, depth + 1))
        case .file: files[inner] = entry.id
        case .other: break
        }
      }
    }
  }

  /// The latest commit that both lead back to; `nil` when none was fetched.
  func mergeBase(_ left: GitObjectID, _ right: GitObjectID) -> GitObjectID? {
    let limit = 500_000
    var (mine, waiting) = (Set<GitObjectID>(), [left])
    while let id = waiting.popLast(), mine.count < limit {
      guard mine.insert(id).inserted, let found = commit(id) else { continue }
      waiting += parents(of: found.id, found.commit)
    }
    // The others by their time, the latest first; as many as there are.
    var (seen, ring) = (Set([right]), CommitQueue())
    commit(right).map { ring.insert($0.id, $0.commit) }
    while seen.count < limit, let next = ring.popLatest() {
      if mine.contains(next.id) { return next.id }
      for parent in parents(of: next.id, next.commit) where seen.insert(parent).inserted {
        if let found = commit(parent) { ring.insert(found.id, found.commit) }
      }
    }
    return nil
  }
}

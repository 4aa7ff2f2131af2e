import OmamoriCore

/// A repository of git, read without git.
///
/// No process is started: the configuration of a repository can make git run programs, and the audited one may be a
/// stranger's. Nothing outside the repository's folder is opened, links are not followed, sizes are bounded.
package final class GitRepository: Sendable {
  /// The path of the audited folder below the working tree; empty for the working tree itself.
  package let prefix: String

  private let folder: OpenFile
  private let packs: [GitPack]
  private let packedReferences: [String: GitObjectID]
  /// The commits whose parents were not fetched.
  private let shallow: Set<GitObjectID>

  /// Whether every list of references could be read.
  let hasAllReferences: Bool

  private static let referenceLimit = 4 << 20
  /// A large project has hundreds of thousands of references.
  private static let packedReferencesLimit = 64 << 20
  private static let packLimit = 2_000
  private static let indexBytes = 512 << 20
  /// The most bytes that are gone through to make objects, those on the way to others included.
  private static let workLimit = 64 << 30

  private let worked = Protected(0)

  /// Opens the repository whose working tree `path` lies in.
  ///
  /// - Throws: ``GitError`` when there is none or it cannot be read.
  package init(containing path: String) throws(GitError) {
    guard let resolved = OpenFile.resolved(Array(path.utf8)) else { throw .noRepository }
    var place = resolved[...]
    while true {
      if let folder = try Self.folder(in: Array(place)) {
        self.folder = folder
        prefix = String(decoding: resolved.dropFirst(place.count).drop { $0 == 0x2F }, as: UTF8.self)
        break
      }
      guard let slash = place.lastIndex(of: 0x2F), place.count > 1 else { throw .noRepository }
      place = slash == place.startIndex ? place.prefix(1) : place[..<slash]
    }
    let configuration = Self.text(["config"], in: folder) ?? ""
    let plain = configuration.lowercased().filter { $0 != " " && $0 != "\t" }
    guard !plain.contains("objectformat=sha256"), !plain.contains("refstorage=reftable") else {
      throw .unsupported
    }
    packs = Self.packs(in: folder)
    let references = Self.text(["packed-refs"], in: folder, limit: Self.packedReferencesLimit)
    packedReferences = Self.packedReferences(references ?? "")
    hasAllReferences = references != nil || (try? folder.status(of: Array("packed-refs".utf8))) == nil
    shallow = Set(
      (Self.text(["shallow"], in: folder) ?? "").split(separator: "\n").compactMap { GitObjectID($0) })
  }

  /// The `.git` of a working tree.
  ///
  /// - Throws: ``GitError/unsupported`` for a file in its place: it would lead anywhere on the machine.
  private static func folder(in place: [UInt8]) throws(GitError) -> OpenFile? {
    let name = Array(".git".utf8)
    guard let tree = try? OpenFile(following: String(decoding: place, as: UTF8.self)),
      let form = try? tree.status(of: name).kind
    else { return nil }
    guard form == .folder else { throw .unsupported }
    guard let folder = try? tree.opening(name, folder: true),
      (try? folder.opening(Array("objects".utf8), folder: true)) != nil
    else { return nil }
    return folder
  }

  // MARK: Files

  private static func text(
    _ path: [String], in folder: OpenFile, limit: Int = referenceLimit
  ) -> String? {
    let relative = RelativePath(bytes: Array(path.joined(separator: "/").utf8))
    guard let file = try? folder.opening(relative, folder: false),
      let status = try? file.status(), status.kind == .file, status.size <= limit,
      let bytes = try? file.read(at: 0, count: status.size)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func packs(in folder: OpenFile) -> [GitPack] {
    guard let place = try? folder.opening(RelativePath(bytes: Array("objects/pack".utf8)), folder: true),
      let names = try? place.names()
    else { return [] }
    var room = indexBytes
    return names.filter { $0.suffix(4).elementsEqual(".idx".utf8) }.prefix(packLimit).compactMap { name in
      guard let file = try? place.opening(name, folder: false), let size = try? file.status().size,
        size <= min(room, GitPackIndex.sizeLimit), let bytes = try? file.read(at: 0, count: size),
        let index = GitPackIndex(bytes),
        let pack = try? place.opening(name.dropLast(4) + Array(".pack".utf8), folder: false)
      else { return nil }
      room -= size
      return GitPack(index: index, file: pack)
    }
  }

  private static func packedReferences(_ text: String) -> [String: GitObjectID] {
    var references: [String: GitObjectID] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      // The object that a tag before it points at, which serves as well.
      if line.hasPrefix("^") { continue }
      guard words.count == 2, let id = GitObjectID(words[0]) else { continue }
      references[String(words[1])] = id
    }
    return references
  }

  // MARK: Objects

  /// The object with this name; `nil` when it is missing, broken or too large.
  package func object(_ id: GitObjectID) -> GitObject? {
    var tries = 0
    return object(id, depth: 0, &tries)
  }

  /// Whether the repository has an object with this name, whatever its size.
  func isThere(_ id: GitObjectID) -> Bool {
    if packs.contains(where: { $0.index.offset(of: id) != nil }) { return true }
    let (name, start) = (id.description, Array("objects/".utf8))
    let path = RelativePath(bytes: start + Array("\(name.prefix(2))/\(name.dropFirst(2))".utf8))
    return (try? folder.opening(path, folder: false)) != nil
  }

  /// Whether objects were left out because making them took too much work.
  var isExhausted: Bool { worked.current > Self.workLimit }

  private func work(_ bytes: Int) -> Bool {
    worked.withLock { worked in
      worked += bytes
      return worked <= Self.workLimit
    }
  }

  private func object(_ id: GitObjectID, depth: Int, _ tries: inout Int) -> GitObject? {
    // Packs whose objects are made from those of one another could send the search through all of them again and again.
    tries += 1
    guard depth < 16, tries <= 64 else { return nil }
    for pack in packs {
      let found = pack.object(id, work: work) { self.object($0, depth: depth + 1, &tries) }
      if let found { return found }
    }
    let name = id.description
    let path = RelativePath(bytes: Array("objects/\(name.prefix(2))/\(name.dropFirst(2))".utf8))
    guard let file = try? folder.opening(path, folder: false), let status = try? file.status(),
      status.kind == .file, status.size <= GitObject.sizeLimit,
      let bytes = try? file.read(at: 0, count: status.size)
    else { return nil }
    return GitObject(loose: bytes)
  }

  /// The commit with this name, through tags.
  func commit(_ id: GitObjectID) -> (id: GitObjectID, commit: GitCommit)? {
    var id = id
    for _ in 0..<8 {
      guard let object = object(id) else { return nil }
      switch object.kind {
      case .commit: return GitCommit(object.bytes).map { (id, $0) }
      case .tag:
        let line = object.bytes.prefix(64).split(separator: 0x0A).first ?? []
        guard line.starts(with: "object ".utf8),
          let next = GitObjectID(String(decoding: line.dropFirst(7), as: UTF8.self))
        else { return nil }
        id = next
      case .tree, .blob: return nil
      }
    }
    return nil
  }

  /// The commits before `commit`, as far as they were fetched.
  func parents(of id: GitObjectID, _ commit: GitCommit) -> [GitObjectID] {
    shallow.contains(id) ? [] : commit.parents
  }

  // MARK: Names

  /// The commit that `revision` names: `HEAD`, a branch, a tag, a commit, with `~2` or `^` behind it.
  ///
  /// - Throws: ``GitError/unknownRevision(_:)``
  func resolve(_ revision: String) throws(GitError) -> GitObjectID {
    let marks = revision.firstIndex { $0 == "~" || $0 == "^" } ?? revision.endIndex
    guard var id = reference(String(revision[..<marks])), let steps = Self.steps(revision[marks...]) else {
      throw .unknownRevision(revision)
    }
    guard let start = commit(id) else { throw .unknownRevision(revision) }
    id = start.id
    for step in steps {
      guard let (id0, found) = commit(id), step <= found.parents.count else {
        throw .unknownRevision(revision)
      }
      id = step == 0 ? id0 : found.parents[step - 1]
    }
    return id
  }

  /// Reads `~3^2`: which parent to go to, one after another.
  private static func steps(_ text: Substring) -> [Int]? {
    var (steps, rest) = ([Int](), text)
    while let mark = rest.popFirst() {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard let count = digits.isEmpty ? 1 : Int(digits), count <= 100_000 else { return nil }
      switch mark {
      case "~": steps += Array(repeating: 1, count: count)
      case "^": steps.append(count)
      default: return nil
      }
      guard steps.count <= 100_000 else { return nil }
    }
    return steps
  }

  private func reference(_ name: String) -> GitObjectID? {
    if let id = GitObjectID(name.lowercased()) { return id }
    for start in ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"] {
      if let id = read(start + name, depth: 0) { return id }
    }
    let digits = name.lowercased()
    guard digits.utf8.count >= 7, digits.allSatisfy(\.isHexDigit) else { return nil }
    let found = Set(packs.flatMap { $0.index.ids(startingWith: digits) } + looseIDs(startingWith: digits))
    return found.count == 1 ? found.first : nil
  }

  private func looseIDs(startingWith digits: String) -> [GitObjectID] {
    let place = RelativePath(bytes: Array("objects/\(digits.prefix(2))".utf8))
    guard let names = try? folder.opening(place, folder: true).names() else { return [] }
    return names.compactMap { GitObjectID(digits.prefix(2) + String(decoding: $0, as: UTF8.self)) }
      .filter { $0.description.hasPrefix(digits) }
  }

  /// Reads a reference; one that names another one is followed.
  private func read(_ name: String, depth: Int) -> GitObjectID? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard depth < 6, !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) else { return nil }
    guard name.hasPrefix("refs/") || name.allSatisfy({ $0.isUppercase || $0 == "_" }) else { return nil }
    if let text = Self.text([name], in: folder) {
      let line = text.prefix { $0 != "\n" }
      if line.hasPrefix("ref: ") { return read(String(line.dropFirst(5)), depth: depth + 1) }
      return GitObjectID(line)
    }
    return packedReferences[name]
  }

  /// The commits that branches, tags and `HEAD` point at, each once.
  func tips() -> [GitObjectID] {
    var ids = Set(packedReferences.values)
    if let head = read("HEAD", depth: 0) { ids.insert(head) }
    var waiting = ["refs/heads", "refs/tags", "refs/remotes"]
    var count = 0
    while let path = waiting.popLast(), count < 100_000 {
      guard let place = try? folder.opening(RelativePath(bytes: Array(path.utf8)), folder: true),
        let names = try? place.names()
      else { continue }
      for name in names {
        count += 1
        let inner = path + "/" + String(decoding: name, as: UTF8.self)
        let form = try? place.status(of: name).kind
        if form == .folder { waiting.append(inner) } else if let id = read(inner, depth: 0) { ids.insert(id) }
      }
    }
    return ids.sorted()
  }
}

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
  package func committedPaths() -> Set<String> {
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

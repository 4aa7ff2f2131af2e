import OmamoriCore
import OmamoriReport

/// What the permissions of files come to that nobody but their owner may read, and those of the folders that they are in.
struct PrivateFiles: Sendable {
  let facts: [CheckFact]
  let problems: [CheckProblem]
  /// That a file could not be looked at.
  let missing: LocalizedText?

  /// A file or folder of secrets.
  private struct Place: Sendable {
    /// Its permissions; `nil` when it could not be looked at.
    var mode: Int?
    /// Whether other users could put something else in its place, or `nil` when that could not be found out.
    var isExchangeable: Bool?
  }

  /// Looks at files, on a thread of its own.
  static func examine(_ paths: [String]) async -> PrivateFiles {
    guard !paths.isEmpty else { return PrivateFiles([]) }
    return await withCheckedContinuation { continuation in
      let isStarted = OwnThread.start { continuation.resume(returning: PrivateFiles(paths.map(place))) }
      if !isStarted { continuation.resume(returning: PrivateFiles(paths.map { _ in Place() })) }
    }
  }

  private init(_ places: [Place]) {
    let modes = places.map(\.mode)
    let open = modes.compactMap { $0 }.filter { $0 & 0o077 != 0 }
    let exchangeable = places.count { $0.isExchangeable == true }
    facts =
      modes.isEmpty
      ? []
      : [
        CheckFact("permissions", .list(modes.map { mode in mode.map { String($0, radix: 8) } ?? "unknown" }))
      ]
    var problems: [CheckProblem] = []
    if !open.isEmpty {
      problems.append(
        CheckProblem(
          .high,
          LocalizedText(
            "\(open.count) files or folders of secrets are open to other users.",
            ja: "秘密情報のファイルまたはフォルダ \(open.count) 件に、他のユーザーがアクセスできます。")))
    }
    if exchangeable > 0 {
      problems.append(
        CheckProblem(
          .high,
          LocalizedText(
            "\(exchangeable) files or folders of secrets are in a folder where other users can replace them.",
            ja: "秘密情報のファイルまたはフォルダ \(exchangeable) 件が、他のユーザーに差し替えられる場所にあります。")))
    }
    self.problems = problems
    missing =
      places.contains { $0.mode == nil || $0.isExchangeable == nil }
      ? LocalizedText(
        "The permissions of a file could not be looked at.", ja: "アクセス権を確認できないファイルがあります。")
      : nil
  }

  private static func place(of path: String) -> Place {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    var place = Place(mode: mode(of: path), isExchangeable: false)
    // Someone who may write to a folder on the way can put another one there, unless the sticky bit keeps what others own.
    var folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    while true {
      guard let mode = mode(of: folder.path) else {
        place.isExchangeable = place.isExchangeable == true ? true : nil
        break
      }
      if mode & 0o022 != 0, mode & 0o1000 == 0 { place.isExchangeable = true }
      guard folder.pathComponents.count > 1 else { break }
      folder = folder.deletingLastPathComponent()
    }
    return place
  }

  private static func mode(of path: String) -> Int? {
    do {
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    } catch {
      return nil
    }
  }
}

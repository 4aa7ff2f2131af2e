import OmamoriCore
import OmamoriCrypto
import OmamoriReport

/// What the permissions of files come to that nobody but their owner may read.
struct PrivateFiles: Sendable {
  let facts: [CheckFact]
  let problems: [CheckProblem]
  /// That a file could not be looked at.
  let missing: LocalizedText?

  /// Looks at files, on a thread of its own.
  static func examine(_ paths: [String]) async -> PrivateFiles {
    guard !paths.isEmpty else { return PrivateFiles([]) }
    return await withCheckedContinuation { continuation in
      let isStarted = SlowThread.start { continuation.resume(returning: PrivateFiles(paths.map(mode))) }
      if !isStarted { continuation.resume(returning: PrivateFiles(paths.map { _ in nil })) }
    }
  }

  /// Judges permissions; `nil` is a file that could not be looked at.
  init(_ modes: [Int?]) {
    let open = modes.compactMap { $0 }.filter { $0 & 0o077 != 0 }
    facts =
      modes.isEmpty
      ? []
      : [
        CheckFact("permissions", .list(modes.map { mode in mode.map { String($0, radix: 8) } ?? "unknown" }))
      ]
    problems =
      open.isEmpty
      ? []
      : [
        CheckProblem(
          .high,
          LocalizedText(
            "\(open.count) files or folders of secrets are open to other users.",
            ja: "機密情報のファイルまたはフォルダー \(open.count) 件に、他のユーザーがアクセスできます。"))
      ]
    missing =
      modes.contains(nil)
      ? LocalizedText(
        "The permissions of a file could not be looked at.", ja: "アクセス権を確認できないファイルがあります。")
      : nil
  }

  private static func mode(of path: String) -> Int? {
    do {
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    } catch {
      return nil
    }
  }
}

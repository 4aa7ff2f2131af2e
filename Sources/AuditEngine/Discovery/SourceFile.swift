package import OmamoriCore
package import OmamoriReport

/// A file of the audited material: what it is, what it is for, and a way to read it.
package struct SourceFile: Sendable {
  /// Where the bytes come from.
  package enum Content: Sendable {
    /// A file below the audited folder, with what the system said when it was found.
    case file(OpenFile, RelativePath, FileStatus)
    /// An entry of an archive.
    case entry(ZipArchive, ZipArchive.Entry)
    /// Bytes at hand.
    case memory([UInt8])
  }

  /// The path below the audited folder or in the archive, with `/` between names; strange characters are escaped.
  package let path: String
  /// What it holds.
  package let kind: FileKind
  /// What it is for.
  package let context: FileContext
  /// The length in bytes when it was found.
  package let size: Int
  package let content: Content

  package init(path: String, kind: FileKind, context: FileContext, size: Int, content: Content) {
    (self.path, self.kind, self.context, self.size, self.content) = (path, kind, context, size, content)
  }

  /// Makes a file from bytes at hand; the kind is judged as for files on disk unless it is given.
  package init(path: String, contents: [UInt8], kind: FileKind? = nil, context: FileContext = .app) {
    let judged =
      kind ?? FileKindClassifier.kind(named: path)
      ?? FileKindClassifier.kind(startingWith: Array(contents.prefix(FileKindClassifier.prefixLength)))
    self.init(path: path, kind: judged, context: context, size: contents.count, content: .memory(contents))
  }

  /// The last name of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The path of the folder the file lies in, empty for the audited folder itself.
  package var folder: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// Reads the whole file.
  ///
  /// - Throws: ``FileReadFailure`` when it vanished, changed or cannot be read; the audit lists it and goes on.
  package func bytes() throws(FileReadFailure) -> [UInt8] {
    try firstBytes(size + 1, whole: true)
  }

  /// Reads up to `count` first bytes.
  package func firstBytes(_ count: Int) throws(FileReadFailure) -> [UInt8] {
    try firstBytes(count, whole: false)
  }

  /// Reads the whole file as text; see ``TextDecoder`` for the encodings.
  ///
  /// - Throws: ``FileReadFailure`` also when the encoding is none that is recognised.
  package func text() throws(FileReadFailure) -> String { try decodedText().text }

  /// Reads the whole file as text, and says of one with single wrong bytes that they were replaced by U+FFFD.
  func decodedText() throws(FileReadFailure) -> (text: String, note: SkippedFile?) {
    let bytes = try bytes()
    guard let (text, isRepaired) = TextDecoder.decoded(bytes) else {
      if bytes.starts(with: Array("\0GITCRYPT\0".utf8)) {
        throw failure(
          .unreadable,
          LocalizedText(
            "encrypted with git-crypt; run `git-crypt unlock` to have it examined",
            ja: "git-crypt で暗号化されています。調べるには `git-crypt unlock` を実行してください"))
      }
      throw failure(
        .encoding,
        LocalizedText(
          "neither UTF-8, UTF-16, Shift JIS, EUC-JP nor Latin-1; convert it to UTF-8",
          ja: "UTF-8、UTF-16、Shift JIS、EUC-JP、Latin-1 のいずれでもありません。UTF-8 に変換してください"))
    }
    guard isRepaired else { return (text, nil) }
    let note = failure(
      .encoding,
      LocalizedText(
        "examined, but some bytes are not valid UTF-8 and were replaced; save the file as UTF-8",
        ja: "調べましたが、UTF-8 として正しくないバイトを置き換えました。UTF-8 で保存し直してください"))
    return (text, note.skipped)
  }

  /// The same file for another purpose.
  package func with(kind: FileKind? = nil, context: FileContext? = nil) -> SourceFile {
    SourceFile(
      path: path, kind: kind ?? self.kind, context: context ?? self.context, size: size, content: content)
  }

  private func firstBytes(_ count: Int, whole: Bool) throws(FileReadFailure) -> [UInt8] {
    switch content {
    case .memory(let bytes): return Array(bytes.prefix(count))
    case .entry(let archive, let entry):
      do {
        return whole ? try archive.contents(of: entry) : try archive.prefix(of: entry, count: count)
      } catch {
        throw failure(.malformed, error.message)
      }
    case .file(let folder, let relative, let status):
      let bytes: [UInt8]
      do {
        let file = relative.bytes.isEmpty ? folder : try folder.opening(relative, folder: false)
        let now = try file.status()
        guard now.identity == status.identity, now.kind == .file, now.size == status.size else {
          throw failure(.unreadable, Self.changed)
        }
        bytes = try file.read(at: 0, count: min(count, size + 1))
      } catch let error as SystemFailure {
        throw failure(.unreadable, error.message)
      } catch {
        throw failure(.unreadable, Self.changed)
      }
      if whole && bytes.count != size { throw failure(.unreadable, Self.changed) }
      return bytes.count > size ? Array(bytes.prefix(size)) : bytes
    }
  }

  private static let changed = LocalizedText(
    "it changed while the audit ran; audit a tree that nothing writes to",
    ja: "監査中に変更されました。書き込みのない状態で監査してください")

  private func failure(_ reason: SkippedFile.Reason, _ message: LocalizedText) -> FileReadFailure {
    FileReadFailure(skipped: SkippedFile(file: path, reason: reason, message: message))
  }
}
